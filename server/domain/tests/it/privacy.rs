//! What lies on disk, and what does not.

use contract::ListMemories;
use domain::desks::DeskError;
use domain::testing::{World, save_of};
use std::path::Path;

fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

pub fn files_with(folder: &Path, needle: &str) -> Vec<String> {
    let holds = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).expect("readable");
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    };
    files_below(folder).iter().filter(|path| holds(path)).map(|path| path.display().to_string()).collect()
}

#[tokio::test]
async fn no_statement_is_on_disk_in_the_clear() {
    let mut world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let words = ["zanzibarsecret", "quixoticnumber", "xylophoneclue"];
    for (word, sensitivity) in words.iter().zip(["pii", "restricted", "normal"]) {
        let mut save = save_of("mina", &format!("the word is {word}"));
        save.sensitivity = Some(sensitivity.to_owned());
        agent.save(save).await.expect("saves");
    }
    // While the write-ahead log is full, and again when it is merged.
    for _ in 0..2 {
        for word in words {
            let store_files: Vec<_> =
                files_with(world.dir(), word).into_iter().filter(|path| !path.contains("/index/")).collect();
            assert_eq!(store_files, Vec::<String>::new(), "{word}");
        }
        for word in &words[..2] {
            assert_eq!(files_with(world.dir(), word), Vec::<String>::new(), "{word} in the index");
        }
        world.close().await;
    }
    assert!(files_below(world.dir()).iter().any(|path| path.ends_with("gieok.db")), "the store was looked at");
}

#[cfg(unix)]
#[tokio::test]
async fn the_data_folder_and_the_key_ring_are_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new().await;
    let mode = |name: &str| std::fs::metadata(world.dir().join(name)).expect("is there").permissions().mode() & 0o777;
    assert_eq!(mode("keys.json"), 0o600);
}

#[tokio::test]
async fn a_row_moved_to_another_person_does_not_decrypt() {
    use contract::Statement;
    let mut world = World::new().await;
    let mina = world.consenting("mina").await;
    let jin = world.consenting("jin").await;
    let key = world.key("chat").await;
    let saved = world.agent(&key).await.save(save_of("mina", "likes tea")).await.expect("saves");
    world.close().await;
    let move_to = |user: contract::UserId, world: &World| {
        let file = world.dir().join("gieok.db");
        let id = saved.memory_id.clone();
        async move {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
            let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
            let update =
                sqlx::query("UPDATE memory SET subject_id = ? WHERE id = ?").bind(user.as_str()).bind(id.as_str());
            assert_eq!(update.execute(&pool).await.expect("updates").rows_affected(), 1);
            pool.close().await;
        }
    };
    move_to(jin.clone(), &world).await;
    world.open().await.expect("opens");
    let owner = world.owner(&jin);
    let rows = owner.list(&ListMemories::default()).await.expect("reads").items;
    assert_eq!(rows[0].statement, Statement::Unreadable, "it is a row that says so, not a memory");
    assert!(matches!(owner.open(&saved.memory_id).await, Err(DeskError::Unreadable)));
    world.close().await;
    move_to(mina.clone(), &world).await;
    world.open().await.expect("opens");
    let rows = world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items;
    assert_eq!(rows[0].statement, Statement::Shown("likes tea".to_owned()), "moved back, it does");
}

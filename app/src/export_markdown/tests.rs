use super::*;
use contract::export::{ExportedAccount, ExportedActivity};
use contract::{
    Authority, ChangedBy, ConsentSource, Entity, FieldChange, IndexState, Kind, MemoryId, OwnerAction, PersonalKeyRow,
    PrefixedId, Scope, SourceRole, Status, TenantId, UserId,
};

/// What someone might write who wants to get out.
const HOSTILE: &str =
    "# Heading\r\n</code></pre><script>alert(1)</script>\n```\n[x](javascript:1)\u{2028}# again\u{1b}[2J\n- item";

fn at(text: &str) -> Timestamp {
    text.parse().expect("valid")
}

fn memory() -> MemoryDetail {
    let json = r#"{"statement":"x","sensitivity":"normal","confidence":0.5,"valid_from":"2026-01-01T00:00:00Z"}"#;
    let mut memory = EditableMemory::from_json(json).expect("reads");
    memory.statement = HOSTILE.into();
    memory.raw_content = Some(HOSTILE.into());
    memory.keywords = vec![HOSTILE.into(), "``".into()];
    memory.entities = vec![Entity { name: HOSTILE.into(), entity_type: Some("`".into()) }];
    MemoryDetail {
        memory_id: MemoryId::from_bytes([1; 16]),
        version: 2,
        kind: Kind::Rule,
        class: Kind::Rule.class(),
        scope: Scope::Personal,
        service_name: None,
        status: Status::Active,
        authority: Authority::UserCorrection,
        current: true,
        index_state: IndexState::Indexed,
        embedding_model: None,
        recorded_at: at("2026-07-16T04:30:00Z"),
        memory,
        proposed_sensitivity: None,
        provenance: vec![Provenance {
            service_name: Some(HOSTILE.into()),
            conversation_id: Some(HOSTILE.into()),
            event_id: HOSTILE.into(),
            span: Some(HOSTILE.into()),
            role: SourceRole::User,
            occurred_at: None,
            recorded_at: at("2026-07-16T04:30:00Z"),
        }],
        review: None,
        history: vec![VersionView {
            version: 2,
            recorded_from: at("2026-07-17T00:00:00Z"),
            recorded_to: None,
            by: ChangedBy::You,
            reason: "correction".into(),
            changes: vec![FieldChange {
                field: "statement".into(),
                parts: vec![
                    DiffPart::Same("a ".into()),
                    DiffPart::Removed("b\n# c".into()),
                    DiffPart::Added("d".into()),
                ],
            }],
            unreadable: false,
        }],
        allowed: vec![OwnerAction::Correct],
    }
}

fn export() -> Export {
    Export {
        exported_at: at("2026-08-01T00:00:00Z"),
        account: ExportedAccount {
            user_id: UserId::from_bytes([2; 16]),
            tenant_id: TenantId::default_tenant(),
            email: Some("mina@example.com".into()),
            external_ids: vec![HOSTILE.into()],
        },
        consent: vec![ConsentEvent { granted: true, at: at("2026-07-01T00:00:00Z"), source: ConsentSource::MyPage }],
        memories: vec![memory()],
        unreadable: vec![MemoryId::from_bytes([3; 16])],
        activity: vec![ExportedActivity {
            at: at("2026-07-16T04:30:00Z"),
            actor_kind: "service".into(),
            action: "memory.save".to_owned(),
            outcome: "done".into(),
            object_id: None,
            detail: Some(HOSTILE.into()),
        }],
        sessions: Vec::new(),
        keys: vec![PersonalKeyRow {
            key_id: contract::KeyId::from_bytes([4; 16]),
            name: HOSTILE.into(),
            prefix: "gp_abc".into(),
            created_at: at("2026-07-01T00:00:00Z"),
            last_used_at: None,
            revoked_at: Some(at("2026-07-02T00:00:00Z")),
        }],
    }
}

#[test]
fn no_text_of_a_person_breaks_out() {
    for locale in Locale::ALL {
        let document = export_markdown(locale, &export());
        let structure: Vec<_> = document.lines().filter(|line| !line.starts_with("    ")).collect();
        let headings: Vec<_> = structure.iter().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings.len(), 10, "{headings:#?}");
        for line in structure {
            // Whatever stands in a line of ours stands between backticks.
            let outside: String = outside_of_code(line);
            assert!(!outside.contains('<') && !outside.contains("]("), "{line}");
        }
        assert!(!document.contains('\u{1b}') && !document.contains('\u{2028}'));
    }
}

/// What of a line is not in a code span, as `CommonMark` 0.31 has it in 6.1.
fn outside_of_code(line: &str) -> String {
    let mut outside = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let (fence, after) = (&rest[start..start + run], &rest[start + run..]);
        let mut end = 0;
        let close = loop {
            let Some(found) = after[end..].find('`') else { break None };
            let at = end + found;
            let length = after[at..].len() - after[at..].trim_start_matches('`').len();
            if length == fence.len() {
                break Some(at + length);
            }
            end = at + length;
        };
        outside.push_str(&rest[..start]);
        rest = &after[close.expect("every span ends in its line")..];
    }
    outside + rest
}

#[test]
fn the_document_speaks_the_readers_language() {
    let document = export_markdown(Locale::Ko, &export());
    for text in ["2026년 7월 16일", "기억된 내용", "규칙", "mina@example.com", "    - a b\n    # c\n    + a d"]
    {
        assert!(document.contains(text), "{text} is missing in {document}");
    }
    assert!(export_markdown(Locale::En, &export()).contains("16 July 2026, 04:30 UTC"));
}

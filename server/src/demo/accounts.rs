//! The demo's accounts, one of each role.

use app::DemoAccount;
use contract::Role;

/// An account of the demo.
pub struct Account {
    /// The address to sign in with.
    pub email: &'static str,
    /// The password, public like everything here.
    pub password: &'static str,
    /// What the account may do.
    pub role: Role,
    /// How chat services call the person.
    pub external_id: Option<&'static str>,
}

/// One account of each role; the first one's memories fill the demo.
pub const ACCOUNTS: [Account; 4] = [
    Account { email: "mina@demo.example", password: "mina-remembers", role: Role::User, external_id: Some("mina") },
    Account { email: "jiho@demo.example", password: "jiho-reviews-it", role: Role::Reviewer, external_id: None },
    Account { email: "sora@demo.example", password: "sora-runs-this", role: Role::Admin, external_id: Some("sora") },
    Account { email: "root@demo.example", password: "root-of-the-demo", role: Role::Superadmin, external_id: None },
];

/// The person whom the demo's memories are about.
pub fn subject() -> &'static Account {
    let [subject, ..] = &ACCOUNTS;
    subject
}

/// The accounts as the login page shows them.
pub fn accounts() -> Vec<DemoAccount> {
    let shown = |account: &Account| DemoAccount {
        email: account.email.to_owned(),
        password: account.password.to_owned(),
        role: account.role,
    };
    ACCOUNTS.iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::text;

    #[test]
    fn one_account_a_role_and_each_may_sign_in() {
        assert_eq!(ACCOUNTS.each_ref().map(|account| account.role), Role::ALL);
        for account in &ACCOUNTS {
            assert!(text::is_email(account.email), "{}", account.email);
            assert!(account.password.chars().count() >= text::PASSWORD_MIN_CHARS, "{}", account.email);
        }
    }
}

-- Managing accounts: the links with which people choose a password, and what the list of accounts asks for.

-- At most one an account; it goes when it is used, replaced, or the account is disabled.
CREATE TABLE welcome_link (
    user_id    TEXT PRIMARY KEY NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    tenant_id  TEXT NOT NULL REFERENCES tenant (id),
    kind       TEXT NOT NULL CHECK (kind IN ('invitation', 'reset')),
    -- SHA-256 of the token; the token itself is shown once and never stored.
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The accounts of an organisation, in the order in which they were made.
CREATE INDEX user_tenant ON user (tenant_id, id);
-- How services call a person.
CREATE INDEX service_subject_user ON service_subject (tenant_id, user_id);

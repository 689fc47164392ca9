-- What a person needs to see, correct and delete: versions that stand alone, tombstones, personal keys, sessions by name.

-- A version holds all that a correction can change, not only the encrypted part.
ALTER TABLE memory_version ADD COLUMN sensitivity TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE memory_version ADD COLUMN confidence REAL NOT NULL DEFAULT 1.0;
ALTER TABLE memory_version ADD COLUMN valid_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory_version ADD COLUMN valid_to INTEGER;
UPDATE memory_version SET (sensitivity, confidence, valid_from, valid_to) =
    (SELECT sensitivity, confidence, valid_from, valid_to FROM memory WHERE memory.id = memory_version.memory_id);

-- What a deleted memory said, in each of its versions, as keyed hashes only: so that it does not come back by itself.
CREATE TABLE memory_tombstone (
    tenant_id   TEXT NOT NULL REFERENCES tenant (id),
    subject_id  TEXT NOT NULL REFERENCES user (id),
    -- Of the normalised statement, bound to tenant and subject: it comes back in no scope.
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    memory_id   TEXT NOT NULL REFERENCES memory (id),
    deleted_at  INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, subject_id, fingerprint, memory_id)
) STRICT, WITHOUT ROWID;

-- When the current version was written: a person may delete "all that I have seen" and nothing that came later.
ALTER TABLE memory ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE memory SET changed_at = recorded_at;

-- Everything that the list filters and sorts by, so that it reads no content before it has found its page.
DROP INDEX memory_list;
CREATE INDEX memory_listing ON memory (
    tenant_id, subject_id, recorded_at, id, status, scope, kind, sensitivity, index_state, valid_from, valid_to,
    changed_at
);

-- Keys with which a person's own programs act for the person.
CREATE TABLE personal_key (
    id           TEXT PRIMARY KEY NOT NULL,
    tenant_id    TEXT NOT NULL REFERENCES tenant (id),
    user_id      TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    -- SHA-256 of the secret; the first characters are kept to tell keys apart.
    secret_hash  BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    prefix       TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT;
CREATE INDEX personal_key_user ON personal_key (tenant_id, user_id, id);

-- Sessions get an id that can be shown, and say where and when they are in use. Those of before end: people sign in again.
DROP TABLE session;
CREATE TABLE session (
    -- SHA-256 of the id in the cookie; the id itself is never stored.
    id_hash    BLOB PRIMARY KEY NOT NULL CHECK (length(id_hash) = 32),
    id         TEXT NOT NULL UNIQUE,
    user_id    TEXT REFERENCES user (id) ON DELETE CASCADE,
    data       TEXT NOT NULL,
    began_at   INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    -- What the browser calls itself.
    device     TEXT,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX session_expires_at ON session (expires_at);
CREATE INDEX session_user_id ON session (user_id);

-- What an entry is about beyond its object: names of fields and versions, never content.
ALTER TABLE audit_log ADD COLUMN detail TEXT;
-- What a person may ask to see of it.
CREATE INDEX audit_log_subject ON audit_log (tenant_id, subject_id, seq);

-- Organisations, people, keys, services, consent, memories and the logs.
-- Times are epoch microseconds (UTC). Ids are text with a prefix. Content is encrypted: see domain::storage::crypto.

CREATE TABLE tenant (
    id         TEXT PRIMARY KEY NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE user (
    id            TEXT PRIMARY KEY NOT NULL,
    tenant_id     TEXT NOT NULL REFERENCES tenant (id),
    -- Lower-case; absent for people who are only known by an external id and cannot sign in.
    email         TEXT UNIQUE,
    password_hash TEXT,
    role          TEXT NOT NULL CHECK (role IN ('user', 'reviewer', 'admin', 'superadmin')),
    created_at    INTEGER NOT NULL,
    disabled_at   INTEGER
) STRICT;

CREATE TABLE session (
    -- SHA-256 of the id in the cookie; the id itself is never stored.
    id_hash    BLOB PRIMARY KEY NOT NULL CHECK (length(id_hash) = 32),
    user_id    TEXT REFERENCES user (id) ON DELETE CASCADE,
    data       TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX session_expires_at ON session (expires_at);
CREATE INDEX session_user_id ON session (user_id);

CREATE TABLE service (
    id                TEXT PRIMARY KEY NOT NULL,
    tenant_id         TEXT NOT NULL REFERENCES tenant (id),
    name              TEXT NOT NULL,
    deployed_revision INTEGER NOT NULL,
    created_at        INTEGER NOT NULL,
    UNIQUE (tenant_id, name)
) STRICT;

CREATE TABLE service_revision (
    id              TEXT PRIMARY KEY NOT NULL,
    service_id      TEXT NOT NULL REFERENCES service (id),
    number          INTEGER NOT NULL,
    -- Which saves wait for a reviewer: 'none' (saves are active at once).
    approval_policy TEXT NOT NULL CHECK (approval_policy IN ('none')),
    created_at      INTEGER NOT NULL,
    UNIQUE (service_id, number)
) STRICT;

CREATE TABLE api_key (
    id               TEXT PRIMARY KEY NOT NULL,
    tenant_id        TEXT NOT NULL REFERENCES tenant (id),
    service_id       TEXT NOT NULL REFERENCES service (id),
    -- The only subject that the key may act for, if set.
    bound_subject_id TEXT REFERENCES user (id),
    -- SHA-256 of the secret; the first characters are kept to tell keys apart.
    secret_hash      BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    prefix           TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    last_used_at     INTEGER,
    revoked_at       INTEGER
) STRICT;
CREATE INDEX api_key_tenant ON api_key (tenant_id, id);

-- How chat services call people. Without a service, the id holds for every service of the tenant.
CREATE TABLE service_subject (
    tenant_id   TEXT NOT NULL REFERENCES tenant (id),
    service_id  TEXT REFERENCES service (id),
    external_id TEXT NOT NULL,
    user_id     TEXT NOT NULL REFERENCES user (id)
) STRICT;
CREATE UNIQUE INDEX service_subject_external ON service_subject (tenant_id, external_id, ifnull(service_id, ''));

-- Append-only; the latest row of a person counts.
CREATE TABLE consent_event (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id  TEXT NOT NULL REFERENCES tenant (id),
    subject_id TEXT NOT NULL REFERENCES user (id),
    granted    INTEGER NOT NULL CHECK (granted IN (0, 1)),
    source     TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id   TEXT,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX consent_event_subject ON consent_event (tenant_id, subject_id, seq);
CREATE TRIGGER consent_event_no_update BEFORE UPDATE ON consent_event
BEGIN SELECT RAISE(ABORT, 'consent_event is append-only'); END;
CREATE TRIGGER consent_event_no_delete BEFORE DELETE ON consent_event
BEGIN SELECT RAISE(ABORT, 'consent_event is append-only'); END;

-- The current version of each memory: plain columns to filter by, the rest encrypted.
CREATE TABLE memory (
    id              TEXT PRIMARY KEY NOT NULL,
    tenant_id       TEXT NOT NULL REFERENCES tenant (id),
    subject_id      TEXT NOT NULL REFERENCES user (id),
    scope           TEXT NOT NULL,
    kind            TEXT NOT NULL,
    status          TEXT NOT NULL,
    sensitivity     TEXT NOT NULL,
    authority       TEXT NOT NULL,
    confidence      REAL NOT NULL CHECK (confidence BETWEEN 0.0 AND 1.0),
    valid_from      INTEGER NOT NULL,
    valid_to        INTEGER,
    recorded_at     INTEGER NOT NULL,
    -- Raised by one with every change; part of the encryption's associated data.
    version         INTEGER NOT NULL,
    -- Keyed hash of the normalised statement, bound to tenant, subject and scope.
    fingerprint     BLOB NOT NULL CHECK (length(fingerprint) = 32),
    key_id          TEXT NOT NULL,
    content         BLOB NOT NULL,
    index_state     TEXT NOT NULL,
    -- The model whose vector the index holds.
    embedding_model TEXT
) STRICT;
CREATE INDEX memory_list ON memory (tenant_id, subject_id, recorded_at DESC, id DESC);
-- Not unique: the same fact may be true again later. Writers look before they insert, in one immediate transaction.
CREATE INDEX memory_fingerprint ON memory (tenant_id, subject_id, scope, fingerprint)
    WHERE status IN ('active', 'candidate');
CREATE INDEX memory_index_state ON memory (index_state) WHERE index_state NOT IN ('indexed', 'excluded');

-- Every version ever written, with the time in which it was the current one.
CREATE TABLE memory_version (
    memory_id     TEXT NOT NULL REFERENCES memory (id),
    version       INTEGER NOT NULL,
    tenant_id     TEXT NOT NULL,
    subject_id    TEXT NOT NULL,
    recorded_from INTEGER NOT NULL,
    recorded_to   INTEGER,
    actor_kind    TEXT NOT NULL,
    actor_id      TEXT,
    reason        TEXT NOT NULL,
    key_id        TEXT NOT NULL,
    content       BLOB NOT NULL,
    PRIMARY KEY (memory_id, version)
) STRICT, WITHOUT ROWID;

-- Where a memory comes from. The event and the span are part of the encrypted content; this is what joins need.
CREATE TABLE memory_source (
    memory_id   TEXT NOT NULL REFERENCES memory (id),
    ordinal     INTEGER NOT NULL,
    tenant_id   TEXT NOT NULL,
    subject_id  TEXT NOT NULL,
    service_id  TEXT REFERENCES service (id),
    role        TEXT NOT NULL,
    -- Keyed hash of event id and span.
    source_hash BLOB NOT NULL CHECK (length(source_hash) = 32),
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (memory_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Outbox: what the index still has to do.
CREATE TABLE index_task (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id  TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    memory_id  TEXT NOT NULL REFERENCES memory (id),
    attempts   INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL
) STRICT;
CREATE INDEX index_task_due ON index_task (not_before, id);
CREATE INDEX index_task_memory ON index_task (memory_id);

-- What each recall saw and chose: ids and reasons, never content.
CREATE TABLE recall_log (
    id          TEXT PRIMARY KEY NOT NULL,
    tenant_id   TEXT NOT NULL REFERENCES tenant (id),
    subject_id  TEXT NOT NULL REFERENCES user (id),
    actor_kind  TEXT NOT NULL,
    actor_id    TEXT,
    at          INTEGER NOT NULL,
    candidates  TEXT NOT NULL,
    selected    TEXT NOT NULL,
    filtered    TEXT NOT NULL,
    degraded    TEXT,
    ranker      TEXT NOT NULL,
    embed_us    INTEGER NOT NULL,
    search_us   INTEGER NOT NULL,
    recheck_us  INTEGER NOT NULL
) STRICT;
CREATE INDEX recall_log_tenant ON recall_log (tenant_id, at);

-- Append-only and hash-chained: each row's hash covers the row and the hash of the one before.
CREATE TABLE audit_log (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    tenant_id  TEXT NOT NULL,
    at         INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id   TEXT,
    action     TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    subject_id TEXT,
    object_id  TEXT,
    prev_hash  BLOB NOT NULL CHECK (length(prev_hash) = 32),
    hash       BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;

-- Facts about this install: the hash of the one-time set-up token.
CREATE TABLE install (
    name  TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
) STRICT;

INSERT INTO tenant (id, created_at) VALUES ('default', 0);

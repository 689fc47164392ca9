-- Turns become candidates: services with revisions, system settings, turns and what became of them, what it took.

-- A revision holds all of its settings; only its number is asked for in SQL. What there was becomes revision 1 as before:
-- saves are active at once, and nothing but what is saved is remembered.
DROP TABLE service_revision;
CREATE TABLE service_revision (
    id         TEXT PRIMARY KEY NOT NULL,
    tenant_id  TEXT NOT NULL REFERENCES tenant (id),
    service_id TEXT NOT NULL REFERENCES service (id),
    number     INTEGER NOT NULL CHECK (number > 0),
    -- JSON of contract::RevisionSettings. Holds no secret.
    settings   TEXT NOT NULL,
    note       TEXT,
    -- Absent: the command line.
    created_by TEXT REFERENCES user (id),
    created_at INTEGER NOT NULL,
    -- When it was deployed last.
    deployed_at INTEGER,
    UNIQUE (service_id, number)
) STRICT;
INSERT INTO service_revision (id, tenant_id, service_id, number, settings, created_at, deployed_at)
    SELECT 'rev_' || substr(id, 5), tenant_id, id, 1, '{"approval":"none"}', created_at, created_at FROM service;
-- Settings are never rewritten, and no revision goes away.
CREATE TRIGGER service_revision_no_update
BEFORE UPDATE OF id, tenant_id, service_id, number, settings, note, created_by, created_at ON service_revision
BEGIN SELECT RAISE(ABORT, 'service_revision is immutable'); END;
CREATE TRIGGER service_revision_no_delete BEFORE DELETE ON service_revision
BEGIN SELECT RAISE(ABORT, 'service_revision is immutable'); END;
-- service.deployed_revision is 0 as long as none is deployed.
-- The last night for which the turns that were missed or failed were taken up.
ALTER TABLE service ADD COLUMN night_of INTEGER;
CREATE INDEX service_tenant ON service (tenant_id, id);

-- What one install settles for all of its processes: the latest row counts. Append-only, as every change is.
CREATE TABLE setting (
    version    INTEGER PRIMARY KEY NOT NULL CHECK (version > 0),
    -- JSON of contract::SystemSettings.
    settings   TEXT NOT NULL,
    changed_by TEXT REFERENCES user (id),
    changed_at INTEGER NOT NULL
) STRICT;

-- The processes that serve, and by which settings they go.
CREATE TABLE process (
    id              TEXT PRIMARY KEY NOT NULL,
    started_at      INTEGER NOT NULL,
    seen_at         INTEGER NOT NULL,
    version         INTEGER NOT NULL,
    applied_at      INTEGER NOT NULL,
    embedding_model TEXT,
    fault           TEXT
) STRICT;

-- What services bring. The text is encrypted, and goes as soon as it is not needed any more.
CREATE TABLE turn (
    id              TEXT PRIMARY KEY NOT NULL,
    tenant_id       TEXT NOT NULL REFERENCES tenant (id),
    subject_id      TEXT NOT NULL REFERENCES user (id),
    service_id      TEXT NOT NULL REFERENCES service (id),
    conversation_id TEXT NOT NULL,
    turn_id         TEXT NOT NULL,
    scope           TEXT NOT NULL,
    state           TEXT NOT NULL CHECK (state IN ('waiting', 'held', 'extracted', 'failed', 'skipped')),
    attempts        INTEGER NOT NULL DEFAULT 0,
    -- Not looked at before then; whoever looks at it moves this on, so that nobody else does.
    not_before      INTEGER NOT NULL,
    occurred_at     INTEGER NOT NULL,
    recorded_at     INTEGER NOT NULL,
    finished_at     INTEGER,
    -- Keyed hash of what came: the same ids with other words are another request.
    fingerprint     BLOB NOT NULL CHECK (length(fingerprint) = 32),
    key_id          TEXT,
    content         BLOB,
    UNIQUE (service_id, conversation_id, turn_id)
) STRICT;
CREATE INDEX turn_due ON turn (not_before, id) WHERE state = 'waiting';
CREATE INDEX turn_state ON turn (service_id, state, recorded_at);
CREATE INDEX turn_subject ON turn (tenant_id, subject_id, recorded_at);
CREATE INDEX turn_text ON turn (recorded_at) WHERE content IS NOT NULL;

-- What became of each proposal: places, figures and reasons, never words.
CREATE TABLE verdict (
    turn_id       TEXT NOT NULL REFERENCES turn (id),
    ordinal       INTEGER NOT NULL,
    tenant_id     TEXT NOT NULL,
    subject_id    TEXT NOT NULL,
    service_id    TEXT NOT NULL,
    at            INTEGER NOT NULL,
    extractor     TEXT NOT NULL,
    gate          TEXT NOT NULL,
    message       INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    confidence    REAL NOT NULL,
    -- Absent: it was admitted.
    refusal       TEXT,
    -- Where its words stand in the message, in bytes.
    span_start    INTEGER,
    span_end      INTEGER,
    usefulness    REAL,
    stability     REAL,
    verifiability REAL,
    permission    REAL,
    -- How it was fitted in, and the memory that it became or joined.
    action        TEXT,
    memory_id     TEXT REFERENCES memory (id),
    PRIMARY KEY (turn_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_service ON verdict (service_id, at);
CREATE INDEX verdict_memory ON verdict (memory_id) WHERE memory_id IS NOT NULL;

-- What it took to look at a turn, and to whom that is put down.
CREATE TABLE turn_cost (
    turn_id           TEXT PRIMARY KEY NOT NULL REFERENCES turn (id),
    tenant_id         TEXT NOT NULL,
    service_id        TEXT NOT NULL,
    -- Absent: the operator.
    borne_by          TEXT REFERENCES user (id),
    at                INTEGER NOT NULL,
    calls             INTEGER NOT NULL,
    prompt_tokens     INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    embedded_tokens   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_cost_service ON turn_cost (tenant_id, service_id, at);

-- The repairs of the search index: the latest row is the one under way, or the last one.
CREATE TABLE index_repair (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    total      INTEGER NOT NULL
) STRICT;

-- What was made with another model than the one in use.
CREATE INDEX memory_vectors ON memory (embedding_model) WHERE index_state = 'indexed';

-- Two more ways in which a candidate can fit in, and what the extraction found of it.
CREATE TABLE candidate_wider (
    memory_id      TEXT PRIMARY KEY NOT NULL REFERENCES memory (id),
    tenant_id      TEXT NOT NULL REFERENCES tenant (id),
    subject_id     TEXT NOT NULL REFERENCES user (id),
    action         TEXT NOT NULL
        CHECK (action IN ('insert', 'merge', 'update', 'replace', 'expire', 'conflict')),
    target_id      TEXT REFERENCES memory (id),
    target_version INTEGER,
    -- Whether index and model answered, so that it could be compared at all.
    compared       INTEGER NOT NULL CHECK (compared IN (0, 1)),
    -- Whether the person asked to remember it: then it may say what the person has deleted once.
    requested_by_user INTEGER NOT NULL CHECK (requested_by_user IN (0, 1)),
    claimed_by     TEXT REFERENCES user (id),
    claimed_until  INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO candidate_wider SELECT * FROM candidate;
DROP TABLE candidate;
ALTER TABLE candidate_wider RENAME TO candidate;
CREATE INDEX candidate_target ON candidate (target_id) WHERE target_id IS NOT NULL;

-- The class that a job proposes for a memory whose sensitivity is unknown, as its words look in that version.
ALTER TABLE memory ADD COLUMN proposed_sensitivity TEXT;
CREATE INDEX memory_unclassified ON memory (id)
    WHERE sensitivity = 'unknown' AND status IN ('active', 'candidate') AND proposed_sensitivity IS NULL;

-- Review: what a candidate needs beside its memory, what was decided about it, and who looked at what.

-- The service that brought it, and the memory whose place it took.
ALTER TABLE memory ADD COLUMN service_id TEXT REFERENCES service (id);
ALTER TABLE memory ADD COLUMN supersedes TEXT REFERENCES memory (id);
-- When the system rejects a candidate by itself; absent for whatever else.
ALTER TABLE memory ADD COLUMN expires_at INTEGER;

-- The queue: one index for each column that it is filtered and sorted by, all of them with whatever else a filter asks
-- for, so that no content is read before a page is found.
CREATE INDEX queue_time_left ON memory (
    tenant_id, expires_at, id, kind, service_id, sensitivity, subject_id, confidence) WHERE status = 'candidate';
CREATE INDEX queue_kind ON memory (
    tenant_id, kind, expires_at, id, service_id, sensitivity, subject_id, confidence) WHERE status = 'candidate';
CREATE INDEX queue_service ON memory (
    tenant_id, service_id, expires_at, id, kind, sensitivity, subject_id, confidence) WHERE status = 'candidate';
CREATE INDEX queue_sensitivity ON memory (
    tenant_id, sensitivity, expires_at, id, kind, service_id, subject_id, confidence) WHERE status = 'candidate';
CREATE INDEX queue_person ON memory (
    tenant_id, subject_id, expires_at, id, kind, service_id, sensitivity, confidence) WHERE status = 'candidate';
CREATE INDEX queue_confidence ON memory (
    tenant_id, confidence, expires_at, id, kind, service_id, sensitivity, subject_id) WHERE status = 'candidate';
-- What ends next, in whatever organisation.
CREATE INDEX candidate_expiry ON memory (expires_at) WHERE status = 'candidate';

-- How a candidate would fit in, as it was found when it was proposed; and who has it open.
CREATE TABLE candidate (
    memory_id      TEXT PRIMARY KEY NOT NULL REFERENCES memory (id),
    tenant_id      TEXT NOT NULL REFERENCES tenant (id),
    subject_id     TEXT NOT NULL REFERENCES user (id),
    action         TEXT NOT NULL CHECK (action IN ('insert', 'merge', 'update', 'replace')),
    target_id      TEXT REFERENCES memory (id),
    target_version INTEGER,
    -- Whether index and model answered, so that it could be compared at all.
    compared       INTEGER NOT NULL CHECK (compared IN (0, 1)),
    -- Whether the person asked to remember it: then it may say what the person has deleted once.
    requested_by_user INTEGER NOT NULL CHECK (requested_by_user IN (0, 1)),
    claimed_by     TEXT REFERENCES user (id),
    claimed_until  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX candidate_target ON candidate (target_id) WHERE target_id IS NOT NULL;

-- The memories of the same person that are most like a candidate.
CREATE TABLE candidate_similar (
    memory_id  TEXT NOT NULL REFERENCES memory (id),
    rank       INTEGER NOT NULL,
    tenant_id  TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    similar_id TEXT NOT NULL REFERENCES memory (id),
    closeness  REAL NOT NULL CHECK (closeness BETWEEN 0.0 AND 1.0),
    PRIMARY KEY (memory_id, rank)
) STRICT, WITHOUT ROWID;

-- Which reviewer has seen which version of a sensitive candidate: nobody approves what nobody has seen.
CREATE TABLE candidate_reveal (
    memory_id   TEXT NOT NULL REFERENCES memory (id),
    reviewer_id TEXT NOT NULL REFERENCES user (id),
    version     INTEGER NOT NULL,
    tenant_id   TEXT NOT NULL,
    subject_id  TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (memory_id, reviewer_id, version)
) STRICT, WITHOUT ROWID;

-- Append-only: a decision that is taken back stays, and the one that takes it back names it.
CREATE TABLE review_decision (
    id              TEXT PRIMARY KEY NOT NULL,
    tenant_id       TEXT NOT NULL REFERENCES tenant (id),
    subject_id      TEXT NOT NULL REFERENCES user (id),
    memory_id       TEXT NOT NULL REFERENCES memory (id),
    kind            TEXT NOT NULL CHECK (kind IN ('approve', 'reject', 'expire', 'undo')),
    -- Absent: the system.
    reviewer_id     TEXT REFERENCES user (id),
    at              INTEGER NOT NULL,
    -- The version that it was made on.
    version         INTEGER NOT NULL,
    -- Who had said it before: an undo gives it back.
    authority       TEXT NOT NULL,
    action          TEXT,
    target_id       TEXT REFERENCES memory (id),
    -- The version that the target had then: an undo gives back the one before, if nothing has changed since.
    target_version  INTEGER,
    reason          TEXT,
    -- The note, encrypted; removed with the memory that it is about.
    key_id          TEXT,
    note            BLOB,
    undoes          TEXT UNIQUE REFERENCES review_decision (id),
    -- Hashes of the caller's idempotency key and of the request that it came with.
    idempotency_key BLOB,
    request_hash    BLOB
) STRICT;
CREATE INDEX review_decision_memory ON review_decision (memory_id, at);
CREATE INDEX review_decision_tenant ON review_decision (tenant_id, at);
CREATE UNIQUE INDEX review_decision_idempotency ON review_decision (tenant_id, reviewer_id, memory_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
CREATE TRIGGER review_decision_no_delete BEFORE DELETE ON review_decision
BEGIN SELECT RAISE(ABORT, 'review_decision is append-only'); END;
CREATE TRIGGER review_decision_no_update
BEFORE UPDATE OF id, tenant_id, subject_id, memory_id, kind, reviewer_id, at, version, authority, action, target_id, target_version, reason,
    undoes,
    idempotency_key, request_hash ON review_decision
BEGIN SELECT RAISE(ABORT, 'review_decision is append-only'); END;
CREATE TRIGGER review_decision_note_goes_only BEFORE UPDATE OF note ON review_decision WHEN NEW.note IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'review_decision is append-only'); END;

-- My Page: what is rare is found by an index of its own, so that a filter costs what it shows, not what there is. Each
-- holds whatever else a filter asks for, as `memory_listing` does.
CREATE INDEX memory_listing_kind ON memory (
    tenant_id, subject_id, kind, recorded_at, id, status, scope, sensitivity, index_state, valid_from, valid_to,
    changed_at
);
CREATE INDEX memory_listing_state ON memory (
    tenant_id, subject_id, index_state, recorded_at, id, status, scope, kind, sensitivity, valid_from, valid_to,
    changed_at
);
-- Whatever is not, or may not be, in force now: what waits, and what is past.
CREATE INDEX memory_listing_not_plain ON memory (
    tenant_id, subject_id, recorded_at, id, status, scope, kind, sensitivity, index_state, valid_from, valid_to,
    changed_at
) WHERE status <> 'active' OR valid_to IS NOT NULL OR valid_from > changed_at;

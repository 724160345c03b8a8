-- Up Migration

-- Output that still waits to be confirmed, by its place: the product looks for it each minute (not by the total, which changes with every count).
create index output_segment_unconfirmed on output_segment (company_id, work_center_id, start_at) where not is_confirmed and end_at is not null;

-- Up Migration

-- From which unit to which a changeover lasted (ms UTC); null = it could not be measured, or was before this was kept.
alter table changeover add column last_unit_at bigint, add column first_unit_at bigint;
alter table changeover add constraint changeover_lasts check (first_unit_at >= last_unit_at);

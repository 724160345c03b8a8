-- Up Migration

-- Groups and reasons stand in the order that people gave them.
alter table loss_reason_group add column sort_number integer not null default 0;
alter table loss_reason add column sort_number integer not null default 0;

-- Those of before: as they were made, so the reasons that a company began with stand as the presets do.
update loss_reason_group g set sort_number = made.place
from (select company_id, id, row_number() over (partition by company_id order by id) as place from loss_reason_group) as made
where g.company_id = made.company_id and g.id = made.id;
update loss_reason r set sort_number = made.place
from (select company_id, id, row_number() over (partition by company_id, group_id order by id) as place from loss_reason) as made
where r.company_id = made.company_id and r.id = made.id;

-- Whether a reason was ever given, and what of it moves to another.
create index loss_annotation_by_reason on loss_annotation (company_id, reason_id) where reason_id is not null;
create index loss_tracking_row_by_reason on loss_tracking_row (company_id, loss_reason_id);

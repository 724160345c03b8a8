-- Up Migration

-- The reason that took this one's place: it is hidden since, and still speaks in the versions of tracking rules that confirmed shifts rest on.
alter table loss_reason add column replaced_by_id integer;
alter table loss_reason add constraint loss_reason_replaced_by foreign key (company_id, replaced_by_id) references loss_reason (company_id, id);

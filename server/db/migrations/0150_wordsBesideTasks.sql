-- Up Migration
-- People write beside a task as they do beside an order, and say by when it is to be done.
alter table conversation
  add column operational_task_id bigint,
  drop constraint conversation_of_one,
  add constraint conversation_of_one check (num_nonnulls(job_order_id, work_request_id, operational_task_id) = 1),
  add constraint conversation_of_task foreign key (company_id, operational_task_id) references operational_task (company_id, id) on delete cascade;
create unique index conversation_by_task on conversation (company_id, operational_task_id) where operational_task_id is not null;
-- ms UTC; null = nobody said
alter table operational_task add column wanted_by bigint;

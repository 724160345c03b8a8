-- Up Migration
-- The list of acts walks from the newest row to its page by the index alone: which act a row is of stands in it.
create index output_confirmation_walked on output_confirmation (company_id, batch_time desc, id desc)
  include (type, accepted, rejected, work_center_id, posting_id);
drop index output_confirmation_by_batch_time;
alter index output_confirmation_walked rename to output_confirmation_by_batch_time;
create index output_confirmation_walked_of_place on output_confirmation (company_id, work_center_id, batch_time desc, id desc)
  include (type, accepted, rejected, posting_id);
drop index output_confirmation_of_place;
alter index output_confirmation_walked_of_place rename to output_confirmation_of_place;
create index output_confirmation_walked_canceled on output_confirmation (company_id, batch_time desc, id desc) include (accepted, rejected, posting_id)
  where type = 'CANCELED';
drop index output_confirmation_canceled;
alter index output_confirmation_walked_canceled rename to output_confirmation_canceled;
create index output_confirmation_walked_rejected on output_confirmation (company_id, output_type, batch_time desc, id desc)
  include (type, accepted, rejected, posting_id);
drop index output_confirmation_rejected;
alter index output_confirmation_walked_rejected rename to output_confirmation_rejected;

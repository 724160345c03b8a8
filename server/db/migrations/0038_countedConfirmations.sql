-- Up Migration

-- How many confirmations a list has, and which are on a page far down, is read from the index alone.
create index output_confirmation_counted_of_place on output_confirmation (company_id, work_center_id, batch_time desc, id desc)
  include (type, accepted, rejected);
drop index output_confirmation_of_place;
alter index output_confirmation_counted_of_place rename to output_confirmation_of_place;
create index output_confirmation_counted on output_confirmation (company_id, batch_time desc, id desc) include (type, accepted, rejected, work_center_id);
drop index output_confirmation_by_batch_time;
alter index output_confirmation_counted rename to output_confirmation_by_batch_time;
create index output_confirmation_counted_canceled on output_confirmation (company_id, batch_time desc, id desc) include (accepted, rejected)
  where type = 'CANCELED';
drop index output_confirmation_canceled;
alter index output_confirmation_counted_canceled rename to output_confirmation_canceled;
create index output_confirmation_counted_rejected on output_confirmation (company_id, output_type, batch_time desc, id desc)
  include (type, accepted, rejected);
drop index output_confirmation_rejected;
alter index output_confirmation_counted_rejected rename to output_confirmation_rejected;

-- Up Migration

-- Made by a person to try the product: once it is archived its device is gone, and the demo forgets its records.
alter table work_center add column is_trial boolean not null default false;
update work_center w set is_trial = true from device d where d.company_id = w.company_id and d.work_center_id = w.id and d.is_trial;
-- Those that are gone already were named by the product, which gives such names to nothing else.
update work_center set is_trial = true where company_id = 'DEFLT' and device_status = 'ARCHIVE' and name ~ '^Visitor \d\d$';

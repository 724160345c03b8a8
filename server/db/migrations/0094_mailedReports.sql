-- Up Migration
-- An e-mail with a report finds its reader before each try, who may have left the company.
create index report_delivery_of_email on report_delivery (email_id) where email_id is not null;

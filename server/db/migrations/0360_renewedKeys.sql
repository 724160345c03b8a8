-- Up Migration
-- Keys that the server renews (IN-19): the day of the last try, and why it failed. Whether it does stands in the settings.

alter table integration add column key_tried_on date, add column key_error jsonb;

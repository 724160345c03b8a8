-- Up Migration
-- What a message stands under on the device that took it: what did not happen replaces it there.
alter table push_delivery add column tag text;

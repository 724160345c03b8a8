-- Up Migration

-- When the server took a note: a device may send one days after it was written, and only then can its author find a mistake in it.
alter table shift_note add column received_on timestamptz;
update shift_note set received_on = created_on;
alter table shift_note alter column received_on set not null;

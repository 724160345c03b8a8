-- A flush is one row of the log, whatever partitions its devices belong to. Positions count up over all rows of an owner, so those of one partition still ascend.
create sequence ingest_lease;
grant usage on sequence ingest_lease to trueline_system;

alter table ingest_log add column lease bigint, add column partitions smallint[];
update ingest_log set lease = -1 - partition, partitions = array[partition];
alter table ingest_log drop constraint ingest_log_pkey, alter column lease set not null, alter column partitions set not null, drop column partition;
alter table ingest_log add primary key (position, lease);

-- Up Migration
-- What people say at a shared station is theirs: the account of the station stands beside their name.

alter table shift_note add column via_station uuid, add column closed_via_station uuid;
alter table handover_seen add column via_station uuid;
alter table manual_status add column via_station uuid, add column ended_by uuid, add column ended_via_station uuid;

grant update (closed_via_station) on shift_note to trueline_app;

-- Up Migration

-- A station is an operator's account that several people use beside a machine.
alter table membership add column is_station boolean not null default false;
alter table membership add constraint membership_station check (not is_station or role = 'OPERATOR');

-- Up Migration
alter table integration_order
  -- it is not found in the other system any more
  add column is_gone boolean not null default false,
  -- the name of the work center there that it was moved to, which is none of ours; null = it stands at a linked one
  add column moved_to text;

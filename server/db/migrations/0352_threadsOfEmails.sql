-- Up Migration
-- What an e-mail is about: mail programs show those of one thing as one conversation.
alter table email add column threads text[] not null default '{}' check (cardinality(threads) <= 20);

-- Up Migration

-- Push services that refuse the keys of the installation are told in health: looked for at each question.
create index push_delivery_refused on push_delivery (settled_on) where state = 'FAILED' and last_status in (401, 403);

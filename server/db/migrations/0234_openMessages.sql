-- Up Migration
-- Which messages of some days wait for an answer: shifts are held up by those that tell of their output (IN-18).
create index integration_outbox_unanswered on integration_outbox (company_id, created_on) where state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING');

-- Up Migration

-- By how many units the order had more accepted than planned after the posting; null = by none, and of postings of before.
alter table output_posting add column over_plan_by numeric;

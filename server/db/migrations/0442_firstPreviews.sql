-- Up Migration
-- When somebody confirmed what the first import would do; null = not yet, and nothing comes by itself.
alter table integration add column scheduled_since timestamptz;
-- A setup that failed is no import that anybody saw.
update integration i set scheduled_since = updated_on
where status not in ('FAILED', 'SETTING_UP') or next_run_on is not null or read_all_on is not null
  or (status = 'FAILED' and exists (select from integration_run r where r.company_id = i.company_id and r.integration_id = i.id
    and r.kind = 'RUN' and r.ended_on is not null and r.error is null));

-- Up Migration

-- Where a border of a run moves, a run goes or one comes between, the changeovers on both sides of it are to be measured anew; what was measured holds until then.
create function forget_changeovers() returns trigger language plpgsql as $$
begin
  -- That a run ends is no move of a border.
  if tg_op = 'UPDATE' and (new.start_at <> old.start_at or (old.end_at is not null and new.end_at is distinct from old.end_at)) then
    update changeover set measured_on = null
    where company_id = new.company_id and work_center_id = new.work_center_id and job_order_id = new.job_order_id and run_start_at = new.start_at
      and measured_on is not null;
  end if;
  update changeover c set measured_on = null
  from unnest(array[old.start_at, new.start_at]) as border (at)
  cross join lateral (select r.job_order_id, r.start_at from job_order_run r
    where r.company_id = coalesce(new.company_id, old.company_id) and r.work_center_id = coalesce(new.work_center_id, old.work_center_id)
      and r.start_at > border.at order by r.start_at limit 1) next
  where c.company_id = coalesce(new.company_id, old.company_id) and c.work_center_id = coalesce(new.work_center_id, old.work_center_id)
    and c.job_order_id = next.job_order_id and c.run_start_at = next.start_at and c.measured_on is not null;
  return null;
end $$;
create trigger changeovers_beside_run after insert or delete or update of start_at, end_at on job_order_run
  for each row execute function forget_changeovers();

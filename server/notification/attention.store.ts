import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ToldRun } from '#engine/notification/checklistAttention.ts'
import type { RemindedTask } from '#engine/notification/taskReminder.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { askedSince } from './conditionFacts.store.ts'
import type { AskedSince } from './conditionFacts.store.ts'

/** Runs that were due so long before are known, those after which something may be told still. */
const DUE_BEFORE_MS = 2 * DAY_MS

/** Returns the runs at each work center, due since two days before its instant, of checklists that tell people of deviations or of being missed. */
export async function listToldRuns(tenant: Tenant, asked: readonly AskedSince[]): Promise<ReadonlyMap<WorkCenterId, readonly ToldRun[]>> {
  const takenAt = (type: 'CHECKLIST_DEVIATION' | 'CHECKLIST_MISSED') => sql`(select max(n.acknowledged_at) from notification n
    where n.company_id = o.company_id and n.work_center_id = o.work_center_id and n.condition_key = ${`${type}/`}::text || o.checklist_id
      and n.since >= o.due_at - ${DUE_BEFORE_MS}::int8 and n.params ->> 'mode' = o.id::text)`
  const { rows } = await sql<ToldRun & { readonly workCenterId: WorkCenterId }>`
    select o.work_center_id as "workCenterId", o.id as "occurrenceId", o.checklist_id as "checklistId", c.name, o.state, o.due_at as "dueAt", o.closes_at as "closesAt",
      o.is_found_late as "isFoundLate", s.submitted_at as "answeredAt", coalesce(d.deviations, 0)::int as deviations,
      case when o.state = 'MISSED' then least(o.skipped_at, s.received_at) end as "madeGoodAt", c.missed_severity as "missedSeverity",
      ${takenAt('CHECKLIST_DEVIATION')} as "deviationTakenAt", ${takenAt('CHECKLIST_MISSED')} as "missedTakenAt"
    from ${askedSince(asked)}
    join checklist_occurrence o on o.company_id = ${tenant.companyId} and o.work_center_id = asked.id and o.due_at >= asked.since - ${DUE_BEFORE_MS}::int8
    join checklist c on c.company_id = o.company_id and c.id = o.checklist_id
    join checklist_version v on v.company_id = o.company_id and v.checklist_id = o.checklist_id and v.version = o.checklist_version
    left join lateral (select s.submitted_at, s.received_at, s.deviations from checklist_submission s
      where s.company_id = o.company_id and s.occurrence_id = o.id and s.kind <> 'ALSO' order by s.kind = 'EXTRA', s.id desc limit 1) s on true
    left join lateral (select count(*) as deviations from jsonb_array_elements(v.definition -> 'tasks') t
      where t ->> 'key' = any(s.deviations)
        and (t ->> 'onDeviation' = 'NOTIFY' or (t ->> 'onDeviation' = 'STOP_NOTE' and o.shift_start_at is null))) d on true
    where c.missed_severity is not null or jsonb_path_exists(v.definition, '$.tasks[*] ? (@.onDeviation == "NOTIFY" || @.onDeviation == "STOP_NOTE")')
    order by o.work_center_id, o.due_at, o.id`.execute(tenant.tx)
  return Map.groupBy(rows, ({ workCenterId }) => workCenterId)
}

/** Returns the tasks of each work center whose plan reminds or that somebody wants by a time, those that are pending or were closed after its instant. */
export async function listRemindedTasks(
  tenant: Tenant,
  asked: readonly AskedSince[],
): Promise<ReadonlyMap<WorkCenterId, readonly RemindedTask[]>> {
  const { rows } = await sql<RemindedTask & { readonly workCenterId: WorkCenterId }>`
    select t.work_center_id as "workCenterId", t.event, t.due_at as "dueAt", t.closed_at as "closedAt", t.assignee_id as "assigneeId", p.team_id as "teamId",
      p.remind_after_minutes::int8 * ${MINUTE_MS}::int8 as "remindAfterMs", t.wanted_by as "wantedBy"
    from ${askedSince(asked)}
    join operational_task t on t.company_id = ${tenant.companyId} and t.work_center_id = asked.id
    join operational_plan p on p.company_id = t.company_id and p.event = t.event
    where (p.remind_after_minutes is not null or t.wanted_by is not null) and (t.closed_cause is null or t.closed_at >= asked.since)
    order by t.work_center_id, t.due_at, t.id`.execute(tenant.tx)
  return Map.groupBy(rows, ({ workCenterId }) => workCenterId)
}

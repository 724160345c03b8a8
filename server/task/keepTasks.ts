import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { EventKind } from '#engine/event/domainEvent.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { planTasks } from '#engine/task/planTasks.ts'
import { nextLookAt, tasksOf } from '#engine/task/tasksOf.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { DomainEvent } from '#server/event/consumer.ts'
import { keepByMarks } from '#server/event/keepByMarks.ts'
import type { KeepDeps, Keeper } from '#server/event/keepByMarks.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { isPlanAt, listPlans } from './plan.store.ts'
import { changeTasks, insertTasks, listTasksSince, lockTasks } from './task.store.ts'
import { readTaskFacts } from './taskFacts.store.ts'

/** What changed lies in a shift that began at most so long before. */
const LOOK_BACK_MS = 36 * HOUR_MS
/** Output is not told of by events: where it is asked about it is looked at so often. */
const OUTPUT_EVERY_MS = MINUTE_MS

/** What may change tasks; a status that is no stop, and silence, do not. */
const TELLING: readonly EventKind[] = [
  'SETTINGS_CHANGED',
  'SHIFT_CONFIRMED',
  'SHIFT_ENDED',
  'SHIFT_REOPENED',
  'STOP_BEGAN',
  'STOP_CLASSIFIED',
  'STOP_ENDED',
]

/** Keeps the tasks of all companies as their facts are (domain.md T-2). */
export async function keepTasks(deps: KeepDeps): Promise<Keeper> {
  return await keepByMarks(deps, {
    name: 'tasks',
    kind: 'TASKS',
    table: 'operational_task_mark',
    mark: markEvents,
    evaluate: (tenant, { workCenterId, fromAt }, now) => evaluateTasks(tenant, workCenterId, { fromAt, now }),
  })
}

/** Marks work centers, null = all of the company: from the instant on their tasks may have changed. */
export async function markTasks({ tx, companyId }: Tenant, fromAt: number, now: number): Promise<void> {
  await sql`insert into operational_task_mark as m (company_id, work_center_id, from_at, check_at)
    select w.company_id, w.id, ${fromAt}::int8, ${now}::int8 from work_center w where w.company_id = ${companyId} order by w.id
    on conflict (company_id, work_center_id) do update set from_at = least(m.from_at, excluded.from_at),
      check_at = least(m.check_at, excluded.check_at)`.execute(tx)
}

/** Brings the tasks of a work center up to the instant; returns when the clock changes something next. Done again it changes nothing. */
export async function evaluateTasks(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { fromAt, now }: { readonly fromAt: number; readonly now: number },
): Promise<number | null> {
  await lockTasks(tenant, workCenterId)
  const plans = (await listPlans(tenant)).map((plan) => ({ ...plan, isActive: plan.isActive && isPlanAt(plan, workCenterId) }))
  const since = Math.min(fromAt, now) - LOOK_BACK_MS
  const { facts, said } = await readTaskFacts(tenant, workCenterId, since)
  const stored = await listTasksSince(tenant, workCenterId, since)
  const { added, changed } = planTasks({ due: tasksOf(facts, said, plans, now), stored, now })
  await insertTasks(tenant, workCenterId, added)
  await changeTasks(tenant, changed, now)
  if (added.length + changed.length > 0) {
    await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['loss', 'output'], from: since, to: null }])
  }
  const next = nextLookAt(facts, plans, now)
  const asksOutput = plans.some(({ event, isActive }) => event === 'COUNTER_RESET' && isActive)
  return asksOutput ? Math.min(next ?? Infinity, now + OUTPUT_EVERY_MS) : next
}

/** What was done with a shift is marked from its start on, whenever it was done. */
async function markEvents(tx: Transaction<DB>, events: readonly DomainEvent[], now: number): Promise<void> {
  const marks = events.flatMap(({ companyId, workCenterId, kind, key, at }) => {
    if (workCenterId === null || !TELLING.includes(kind)) return []
    const isOfShift = kind === 'SHIFT_CONFIRMED' || kind === 'SHIFT_REOPENED'
    const start = isOfShift ? Number(key.split('/')[1]) : at
    return [{ company_id: companyId, work_center_id: workCenterId, from_at: Math.min(Number.isSafeInteger(start) ? start : at, now) }]
  })
  if (marks.length === 0) return
  await sql`insert into operational_task_mark as m (company_id, work_center_id, from_at, check_at)
    select g.company_id, g.work_center_id, min(g.from_at), ${now}::int8
    from json_to_recordset(${JSON.stringify(marks)}::json) as g (company_id text, work_center_id integer, from_at bigint)
    join work_center w on w.company_id = g.company_id and w.id = g.work_center_id
    group by g.company_id, g.work_center_id order by g.company_id, g.work_center_id
    on conflict (company_id, work_center_id) do update set from_at = least(m.from_at, excluded.from_at),
      check_at = least(m.check_at, excluded.check_at)`.execute(tx)
}

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
import { insertEvents } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { listPlansAt } from './plan.store.ts'
import { changeTasks, insertTasks, listTasksSince, lockTasks, oldestOrdered } from './task.store.ts'
import { readTaskFacts } from './taskFacts.store.ts'
import { markWorkCenters } from './taskMark.store.ts'
import { tasksChangedEvent } from './tasksChangedEvent.ts'

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

/**
 * Brings the tasks of a work center up to the instant; returns when the clock changes something next. Done again it changes nothing. What no plan asks there any
 * more is gone, however old it is.
 */
export async function evaluateTasks(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { fromAt, now }: { readonly fromAt: number; readonly now: number },
): Promise<number | null> {
  await lockTasks(tenant, workCenterId)
  const plans = await listPlansAt(tenant, workCenterId)
  const asksOutput = plans.some(({ event, isActive }) => event === 'COUNTER_RESET' && isActive)
  const moved = asksOutput ? await oldestOrdered(tenant, workCenterId) : null
  const since = Math.min(fromAt, now, moved ?? now) - LOOK_BACK_MS
  const { facts, said } = await readTaskFacts(tenant, workCenterId, since)
  const off = plans.filter(({ isActive }) => !isActive).map(({ event }) => event)
  const stored = await listTasksSince(tenant, workCenterId, since, off)
  const { added, changed } = planTasks({ due: tasksOf(facts, said, plans, now), stored, now })
  await insertTasks(tenant, workCenterId, added)
  await changeTasks(tenant, changed, now)
  if (added.length + changed.length > 0) {
    if (plans.some(({ remindAfterMinutes }) => remindAfterMinutes !== null))
      await insertEvents(tenant, [tasksChangedEvent(workCenterId, now)])
    const from = Math.min(since, ...changed.map(({ subject }) => subject.start))
    await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['loss', 'output'], from, to: null }])
  }
  const next = nextLookAt(facts, plans, now)
  return asksOutput ? Math.min(next ?? Infinity, now + OUTPUT_EVERY_MS) : next
}

/** What was done with a shift is marked from its start on, whenever it was done. */
async function markEvents(tx: Transaction<DB>, events: readonly DomainEvent[], now: number): Promise<void> {
  const marks = events.flatMap(({ companyId, workCenterId, kind, key, at }) => {
    if (workCenterId === null || !TELLING.includes(kind)) return []
    const start = kind === 'SHIFT_CONFIRMED' || kind === 'SHIFT_REOPENED' ? Number(key.split('/')[1]) : at
    return [{ companyId, workCenterId, fromAt: Math.min(Number.isSafeInteger(start) ? start : at, now) }]
  })
  await markWorkCenters(tx, marks, now)
}

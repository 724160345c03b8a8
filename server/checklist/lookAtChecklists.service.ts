import type { ChecklistClock, ChecklistSource } from '#engine/checklist/checklist.ts'
import { severityOfMissed } from '#engine/checklist/missedChecklist.ts'
import { occurrencesOf } from '#engine/checklist/occurrences.ts'
import type { AskedChecklist } from '#engine/checklist/occurrences.ts'
import { planOccurrences, planWhereNotAsked } from '#engine/checklist/occurrencePlan.ts'
import type { OccurrenceChange, OccurrencePlan } from '#engine/checklist/occurrencePlan.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { insertEvents } from '#server/event/domainEvent.store.ts'
import type { NewEvent } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import type { TrustedClock } from '#server/event/trustedClock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { listChecklists } from './checklist.store.ts'
import type { Checklist } from './checklist.store.ts'
import { productAt, readPlaceFacts } from './placeFacts.service.ts'
import type { PlaceFacts } from './placeFacts.service.ts'
import {
  changeOccurrences,
  findResumedAt,
  insertOccurrences,
  listClocks,
  listCompaniesAtWork,
  listOpenPairs,
  isPlaceAtWork,
  listPlacesAtWork,
  listToPlan,
  lockPlace,
  saveClocks,
} from './occurrence.store.ts'
import type { KeptClock, PlacedOccurrence } from './occurrence.store.ts'

type LookDeps = {
  readonly database: Pick<Database, 'inSystem' | 'inTenant'>
  readonly ingest: Pick<IngestPort, 'settle'>
  readonly log?: Logger
}

const EVERY_MS = MINUTE_MS
/** Late data of so long is looked at again. */
const KEPT_OPEN_MS = DAY_MS
/** The clock is moved on once it is so far behind. */
const MOVED_AFTER_MS = DAY_MS + 2 * HOUR_MS
/** A server that stood still for longer begins to count here. */
const LONGEST_MS = 31 * DAY_MS
/** Stops that end in the window began at most so long before, and more where something waits after their end. */
const LOOK_BACK_MS = 3 * DAY_MS
/** Three shifts a day of which one is worked, and days off. */
const WAIT_FACTOR = 5

/** Has one process of all look every minute at which checklists are due, and at which were missed (domain.md CL-1 to CL-5, AL-22). */
export function lookAtChecklistsRegularly(jobs: Pick<Jobs, 'every'>, deps: LookDeps, clock: TrustedClock): void {
  jobs.every('CHECKLISTS', { next: (at) => at + EVERY_MS, isAtStart: true }, ({ signal }) => lookAtAllChecklists(deps, clock, signal))
}

/** Brings the occurrences of all companies up to the time of the clock; a company that fails keeps no other waiting. */
export async function lookAtAllChecklists(deps: LookDeps, clock: TrustedClock, signal?: AbortSignal): Promise<void> {
  await clock.judge()
  for (const companyId of await deps.database.inSystem(listCompaniesAtWork)) {
    if (signal?.aborted === true) return
    await lookAtChecklists(deps, companyId, clock.now()).catch((err: unknown) =>
      deps.log?.error({ companyId, err }, 'checklists of a company were not looked at'),
    )
  }
}

/** Brings the occurrences of the company's checklists up to the instant; a work center that fails keeps no other waiting. Done again it changes nothing. */
export async function lookAtChecklists(deps: LookDeps, companyId: CompanyId, now: number): Promise<void> {
  const { checklists, places, open } = await deps.database.inTenant(companyId, async (tenant) => ({
    checklists: await listChecklists(tenant, { isAtWork: true }),
    places: await listPlacesAtWork(tenant),
    open: await listOpenPairs(tenant),
  }))
  const counted = places.filter((id) => checklists.some((one) => one.frequency.source === 'QUANTITY_PRODUCED' && isAt(one, id)))
  if (counted.length > 0) await deps.ingest.settle(companyId, counted, now)
  const leftOpen = [...new Set(open.map(({ checklistId }) => checklistId))].filter((id) => checklists.every((one) => one.id !== id))
  const others = leftOpen.length === 0 ? [] : await deps.database.inTenant(companyId, (tenant) => listChecklists(tenant, { ids: leftOpen }))
  for (const workCenterId of new Set([...places, ...open.map((one) => one.workCenterId)])) {
    const atWork = places.includes(workCenterId) ? checklists.filter((one) => isAt(one, workCenterId)) : []
    const idle = [...checklists, ...others].filter(
      (one) => !atWork.includes(one) && open.some((pair) => pair.checklistId === one.id && pair.workCenterId === workCenterId),
    )
    if (atWork.length + idle.length === 0) continue
    await deps.database
      .inTenant(companyId, (tenant) => lookAtPlace(tenant, workCenterId, { atWork, idle }, now))
      .catch((err: unknown) => deps.log?.error({ companyId, workCenterId, err }, 'checklists of a work center were not looked at'))
  }
}

/** Updates checklists of these sources at one active work center: facts changed that make them due. */
export async function lookAtStops(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  sources: readonly ChecklistSource[],
  now: number,
): Promise<void> {
  const atWork = await listChecklists(tenant, { isAtWork: true, at: { workCenterId, sources } })
  if (atWork.length > 0 && (await isPlaceAtWork(tenant, workCenterId))) await lookAtPlace(tenant, workCenterId, { atWork, idle: [] }, now)
}

/** Returns whether the checklist belongs to the work center: none named means all. */
export function isAt({ workCenterIds }: Pick<Checklist, 'workCenterIds'>, workCenterId: WorkCenterId): boolean {
  return workCenterIds.length === 0 || workCenterIds.includes(workCenterId)
}

/** Returns from when on facts decide when the checklist is due from an instant on. */
export function factsSince({ frequency }: Pick<Checklist, 'frequency'>, from: number): number {
  return from - LOOK_BACK_MS - Math.min(LONGEST_MS, frequency.showAfterMs * WAIT_FACTOR)
}

/** A checklist with the clock that it goes on from. */
export type Planned = {
  readonly checklist: Checklist
  readonly asked: AskedChecklist
  readonly clock: ChecklistClock | null
  readonly from: number
}

async function lookAtPlace(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { atWork, idle }: { readonly atWork: readonly Checklist[]; readonly idle: readonly Checklist[] },
  now: number,
): Promise<void> {
  await lockPlace(tenant, workCenterId)
  const clocks = await listClocks(tenant, workCenterId)
  const resumedAt = await findResumedAt(tenant, workCenterId)
  const planned = atWork.map((checklist) => plannedOf(checklist, clocks, now))
  const since = Math.min(now, ...planned.map(({ checklist, from }) => factsSince(checklist, from)))
  const storedOf = await listToPlan(tenant, workCenterId, [
    ...planned.map(({ checklist, from }) => ({ checklistId: checklist.id, since: from })),
    ...idle.map(({ id }) => ({ checklistId: id, since: now })),
  ])
  const frequencies = planned.map(({ checklist }) => checklist.frequency)
  const facts = await readPlaceFacts(tenant, workCenterId, { start: since, end: now }, frequencies)
  const changes: { readonly checklist: Checklist; readonly change: OccurrenceChange }[] = []
  const added: (PlacedOccurrence & { readonly checklist: Checklist })[] = []
  const moved: KeptClock[] = []
  const collect = (checklist: Checklist, plan: OccurrencePlan): void => {
    changes.push(...plan.changed.map((change) => ({ checklist, change })))
    for (const one of plan.added) {
      const shiftStart = facts.shifts.find(({ start, end }) => start <= one.dueAt && one.dueAt < end)?.start ?? null
      const itemId = productAt(facts.runs, one.dueAt)
      added.push({ checklist, one, place: { checklistId: checklist.id, version: checklist.version, workCenterId, itemId, shiftStart } })
    }
  }
  for (const { checklist, asked, clock, from } of planned) {
    const due = occurrencesOf(asked, facts, { from, to: now, clock }).due.filter(({ dueAt }) => isOfProduct(checklist, facts, dueAt))
    const stored = storedOf.get(checklist.id) ?? []
    collect(checklist, planOccurrences({ due, stored, shifts: facts.shifts, window: { start: from, end: now }, now, resumedAt }))
    if (now - from < MOVED_AFTER_MS) continue
    const { clock: later } = occurrencesOf(asked, facts, { from, to: now - KEPT_OPEN_MS, clock })
    moved.push({ ...later, at: now - KEPT_OPEN_MS, checklistId: checklist.id, activeFrom: asked.activeFrom })
  }
  for (const checklist of idle) {
    const stored = storedOf.get(checklist.id) ?? []
    collect(checklist, planWhereNotAsked(stored, now))
  }
  await changeOccurrences(
    tenant,
    changes.map(({ change }) => change),
  )
  const ids = await insertOccurrences(tenant, added)
  await saveClocks(tenant, workCenterId, moved)
  const missed = changes.flatMap(({ checklist, change }) => (change.state === 'MISSED' ? [{ checklist, id: change.id }] : []))
  const missedAtOnce = added.flatMap(({ checklist, one }, index) => {
    const id = ids[index] ?? null
    return id !== null && one.state === 'MISSED' && !one.isFoundLate ? [{ checklist, id }] : []
  })
  await insertEvents(
    tenant,
    [...missed, ...missedAtOnce].map(({ checklist, id }) => missedEvent(checklist, workCenterId, id, now)),
  )
  const from = changes.length > 0 ? 0 : Math.min(...added.map(({ one }) => one.dueAt))
  if (from !== Infinity) await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['checklist'], from, to: null }])
}

/** Returns the checklist with the clock that it goes on from at a work center; a clock of an earlier activity is not its own. */
export function plannedOf(checklist: Checklist, clocks: readonly KeptClock[], now: number): Planned {
  const { id, frequency, activeFrom, answerWithinMs } = checklist
  const found = clocks.find((one) => one.checklistId === id && one.activeFrom === activeFrom)
  const clock = found === undefined ? null : clockOf(found, now)
  return { checklist, asked: { frequency, activeFrom, answerWithinMs }, clock, from: clock?.at ?? Math.max(activeFrom, now - LONGEST_MS) }
}

/** A server that stood still for long goes on counting from the longest way back. */
function clockOf({ at, anchor, counted, fired }: KeptClock, now: number): ChecklistClock {
  return { at: Math.max(at, now - LONGEST_MS), anchor, counted, fired }
}

/** Returns whether the checklist is asked of the product that is made at the instant. */
export function isOfProduct({ itemIds }: Checklist, { runs }: PlaceFacts, at: number): boolean {
  if (itemIds.length === 0) return true
  const made = productAt(runs, at)
  return made !== null && itemIds.includes(made)
}

function missedEvent(checklist: Checklist, workCenterId: WorkCenterId, id: number, at: number): NewEvent {
  const severity = severityOfMissed(checklist, { state: 'MISSED', isFoundLate: false })
  const payload = { occurrenceId: id, checklistId: checklist.id, name: checklist.name, severity }
  return { kind: 'CHECKLIST_MISSED', workCenterId, key: `checklist/${id}`, change: 'HAPPENED', at, payload, actor: null }
}

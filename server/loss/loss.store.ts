import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { EditedStop } from '#engine/loss/annotationEdits.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import { DAY_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { selectedFrom } from '#server/db/selection.ts'
import { LOSS_COLUMNS, toLoss } from './lossRow.ts'
import type { Loss, LossRow } from './lossRow.ts'

/** Losses of one source within `[start, end)`; `end` null = for ever. */
export type LossRange = {
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
}

const COLUMNS = selectedFrom('l', LOSS_COLUMNS)

/** Returns the losses of the shift that starts at the instant, ascending by start. */
export async function listLossesOfShift(tenant: Tenant, workCenterId: WorkCenterId, shiftStart: number): Promise<readonly Loss[]> {
  await tenant.settle?.([workCenterId], shiftStart + 2 * DAY_MS)
  const rows = await sql<LossRow>`select ${COLUMNS} from loss l where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}
    and shift_start_at = ${shiftStart} and is_valid order by start_at, source, part`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the losses of the ids that the company has. */
export async function findLosses(tenant: Tenant, ids: readonly number[]): Promise<readonly Loss[]> {
  const rows =
    await sql<LossRow>`select ${COLUMNS} from loss l where company_id = ${tenant.companyId} and id = any(${ids}::int8[])`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the losses of the source within `[start, end)` of the work center, ascending; `end` null = for ever. */
export async function listLossesIn(tenant: Tenant, range: LossRange): Promise<readonly Loss[]> {
  await tenant.settle?.([range.workCenterId], range.end ?? Infinity)
  const rows =
    await sql<LossRow>`select ${COLUMNS} from loss l where company_id = ${tenant.companyId} and work_center_id = ${range.workCenterId}
    and source = ${range.source} and start_at > ${range.start - LONGEST_SHIFT_MS}::int8 and start_at < coalesce(${range.end}::int8, 9007199254740991)
    and coalesce(end_at, 9007199254740991) > ${range.start}::int8 order by start_at, part`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the first loss of the source at each of the instants, in their order; undefined where there is none. */
export async function findLossesAt(
  tenant: Tenant,
  places: readonly Pick<LossRange, 'workCenterId' | 'source' | 'start'>[],
): Promise<readonly (Loss | undefined)[]> {
  if (places.length === 0) return []
  const rows = await sql<
    LossRow & { place: number }
  >`select wanted.place::int, ${COLUMNS} from unnest(${places.map((place) => place.workCenterId)}::int[],
      ${places.map((place) => place.source)}::text[], ${places.map((place) => place.start)}::int8[])
      with ordinality as wanted (work_center_id, source, at, place)
    join lateral (select * from loss where company_id = ${tenant.companyId} and work_center_id = wanted.work_center_id
      and source = wanted.source and start_at <= wanted.at and coalesce(end_at, 9007199254740991) > wanted.at
      order by start_at, part limit 1) l on true`.execute(tenant.tx)
  const found = new Map(rows.rows.map(({ place, ...row }) => [place, toLoss(row)]))
  return places.map((_place, at) => found.get(at + 1))
}

/** Returns the loss of the source that shares most time with each of the stretches, in their order; of equal ones the earlier, undefined where none does. */
export async function findLossesOver(
  tenant: Tenant,
  stretches: readonly (Pick<LossRange, 'workCenterId' | 'source' | 'start'> & { readonly end: number })[],
): Promise<readonly (Loss | undefined)[]> {
  if (stretches.length === 0) return []
  const rows = await sql<
    LossRow & { place: number }
  >`select wanted.place::int, ${COLUMNS} from unnest(${stretches.map(({ workCenterId }) => workCenterId)}::int[],
      ${stretches.map(({ source }) => source)}::text[], ${stretches.map(({ start }) => start)}::int8[], ${stretches.map(({ end }) => end)}::int8[])
      with ordinality as wanted (work_center_id, source, since, until, place)
    join lateral (select * from loss where company_id = ${tenant.companyId} and work_center_id = wanted.work_center_id
      and source = wanted.source and start_at > wanted.since - ${LONGEST_SHIFT_MS}::int8 and start_at < wanted.until
      and coalesce(end_at, 9007199254740991) > wanted.since
      order by least(coalesce(end_at, wanted.until), wanted.until) - greatest(start_at, wanted.since) desc, start_at, part limit 1) l on true`.execute(
    tenant.tx,
  )
  const found = new Map(rows.rows.map(({ place, ...row }) => [place, toLoss(row)]))
  return stretches.map((_stretch, at) => found.get(at + 1))
}

/** Returns the pieces of each physical stop (work center and its start), ascending. */
export async function listChains(
  tenant: Tenant,
  chains: readonly { readonly workCenterId: WorkCenterId; readonly chainStart: number }[],
): Promise<readonly Loss[]> {
  const rows = await sql<LossRow>`select ${COLUMNS} from unnest(${chains.map((chain) => chain.workCenterId)}::int[],
      ${chains.map((chain) => chain.chainStart)}::int8[]) as wanted (id, start_at)
    join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = wanted.id and l.chain_start_at = wanted.start_at
      and l.start_at >= wanted.start_at and l.source = 'STATUS' and l.is_valid
    order by l.work_center_id, l.start_at`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** A derived loss with what decides whether it may be edited; `stop` is the physical stop of a piece, the loss itself otherwise. */
export type LossToEdit = {
  readonly derived: Loss
  readonly stop: EditedStop
  readonly isShiftConfirmed: boolean
  /** When the first confirmed shift begins that the stop goes on into after the loss; null where it does not. */
  readonly confirmedFrom: number | null
}

/**
 * Returns the losses of the ids that the company has, each with the physical stop around it: from its start to where its status ended, or its last
 * piece where that is not known. Nothing in a confirmed shift changes (domain.md S-46).
 */
export async function findLossesToEdit(tenant: Tenant, ids: readonly number[]): Promise<readonly LossToEdit[]> {
  const rows = await sql<
    LossRow & { stopEnd: number | null; stopKind: string | null } & Pick<LossToEdit, 'confirmedFrom' | 'isShiftConfirmed'>
  >`select ${COLUMNS},
      s.end_at as "stopEnd", s.kind as "stopKind", exists (select from shift c where c.company_id = l.company_id
        and c.work_center_id = l.work_center_id and c.status = 'CONFIRMED' and c.start_at > l.start_at - ${LONGEST_SHIFT_MS}
        and c.start_at <= l.start_at and c.end_at > l.start_at) as "isShiftConfirmed",
      (select min(c.start_at) from shift c where l.source = 'STATUS' and c.company_id = l.company_id and c.work_center_id = l.work_center_id
        and c.status = 'CONFIRMED' and c.start_at >= l.end_at and c.start_at < coalesce(s.end_at, 9007199254740991)) as "confirmedFrom"
    from loss l left join lateral (select i.end_at, i.kind from status_interval i where l.source = 'STATUS' and i.company_id = l.company_id
      and i.work_center_id = l.work_center_id and i.start_at <= l.chain_start_at
      and coalesce(i.end_at, 9007199254740991) >= coalesce(l.end_at, l.start_at) order by i.start_at desc limit 1) s on true
    where l.company_id = ${tenant.companyId} and l.id = any(${ids}::int8[])`.execute(tenant.tx)
  return rows.rows.map(({ stopEnd, stopKind, isShiftConfirmed, confirmedFrom, ...row }) => {
    const derived = toLoss(row)
    const start = derived.source === 'STATUS' ? derived.chainStart : derived.start
    const stop =
      stopKind === null ? { start, end: derived.end, kind: derived.kind } : { start, end: stopEnd, kind: oneOf(STATUS_KINDS, stopKind) }
    return { derived, stop, isShiftConfirmed, confirmedFrom }
  })
}

/** Returns the shifts of the work center that overlap `[start, end)`. */
export async function listShiftRanges(
  tenant: Tenant,
  range: { readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number },
): Promise<readonly { readonly start: number; readonly end: number }[]> {
  const rows = await sql<{ start: number; end: number }>`select start_at as start, end_at as "end" from shift
    where company_id = ${tenant.companyId} and work_center_id = ${range.workCenterId} and start_at > ${range.start - LONGEST_SHIFT_MS}::int8
      and start_at < ${range.end}::int8 and end_at > ${range.start}::int8 order by start_at`.execute(tenant.tx)
  return rows.rows
}

/**
 * Locks the work centers of the losses until the transaction ends, those that may be seen (null = all), in one order: what two people say about the same
 * stop is written one after the other.
 */
export async function lockWorkCentersOf(tenant: Tenant, ids: readonly number[], visible: ReadonlySet<number> | null): Promise<void> {
  const only = visible === null ? sql`` : sql`and id = any(${[...visible]}::int[])`
  await sql`select id from work_center where company_id = ${tenant.companyId} ${only} and id in (select work_center_id from loss
      where company_id = ${tenant.companyId} and id = any(${ids}::int8[])) order by id for no key update`.execute(tenant.tx)
}

/** Returns the ids of the stretches of which a part lies in a confirmed shift: nothing there changes (domain.md S-46). `end` null = it goes on. */
export async function listConfirmed<Id extends number>(
  tenant: Tenant,
  stretches: readonly { readonly id: Id; readonly workCenterId: WorkCenterId; readonly start: number; readonly end: number | null }[],
): Promise<ReadonlySet<Id>> {
  if (stretches.length === 0) return new Set()
  const { rows } = await sql<{ id: Id }>`select distinct asked.id from unnest(${stretches.map(({ id }) => id)}::int8[],
      ${stretches.map(({ workCenterId }) => workCenterId)}::int[], ${stretches.map(({ start }) => start)}::int8[],
      ${stretches.map(({ end }) => end)}::int8[]) as asked (id, work_center_id, start_at, end_at)
    where exists (select from shift s where s.company_id = ${tenant.companyId} and s.work_center_id = asked.work_center_id and s.status = 'CONFIRMED'
      and s.start_at > asked.start_at - ${LONGEST_SHIFT_MS} and s.start_at < coalesce(asked.end_at, 9007199254740991) and s.end_at > asked.start_at)`.execute(
    tenant.tx,
  )
  return new Set(rows.map(({ id }) => id))
}

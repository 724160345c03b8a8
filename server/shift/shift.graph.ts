import { listSegments } from './shiftIssue.store.ts'
import { outputGaps } from '#engine/shift/blockingIssues.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listMarks } from '#server/recalculation/recalculation.store.ts'
import { listKeptLosses } from './confirmedLoss.store.ts'
import { listShiftsAt, listShiftsStarting } from './shift.store.ts'
import type { StoredShift } from './shift.store.ts'
import { countLosses, countOutputs, listOutputConfirmed } from './shiftCounts.store.ts'
import type { LossCounts, OutputCounts, ShiftKey } from './shiftCounts.store.ts'
import { issuesOfShifts } from './shiftIssue.service.ts'
import { listRevisions } from './shiftRevision.store.ts'

/** A shift as lists show it: with its record, or only from the calendar before it has one. */
export type ShiftView = Pick<StoredShift, 'workCenterId' | 'shift' | 'code' | 'name' | 'comment'> & { readonly record: StoredShift | null }

/** A shift's OEE is its record, so both types are views of one thing. */
export const ShiftOeeRef = builder.objectRef<StoredShift>('ShiftOee')
export const ShiftRef = builder.objectRef<ShiftView>('Shift')

/** Returns a stored shift as lists show it. */
export function viewOf(shift: StoredShift): ShiftView {
  return { workCenterId: shift.workCenterId, shift: shift.shift, code: shift.code, name: shift.name, comment: shift.comment, record: shift }
}

type Counted = { readonly workCenterId: number; readonly start: number }

const NO_LOSSES: LossCounts = { classifiedCount: 0, unclassifiedCount: 0, notNeededCount: 0, totalCount: 0 }
const NO_OUTPUTS: OutputCounts = { totalCount: 0, withBatchCount: 0, withProductionOrderCount: 0, confirmationCount: 0 }

export const shiftNowOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[], { now }) =>
  each(ids, await listShiftsAt(tenant, ids, now()), (shift) => shift.workCenterId),
)

export const shiftStarting = tenantLoader(
  async (tenant, shifts: readonly ShiftKey[]) =>
    each(shifts.map(keyOfShift), await listShiftsStarting(tenant, shifts), (one) =>
      keyOfShift({ workCenterId: one.workCenterId, start: one.shift.start }),
    ),
  keyOfShift,
)

export const lossCountsOf = tenantLoader(
  async (tenant, shifts: readonly ShiftKey[]) => eachCount(shifts, await countLosses(tenant, shifts), NO_LOSSES),
  keyOfShift,
)

export const outputCountsOf = tenantLoader(
  async (tenant, shifts: readonly ShiftKey[]) => eachCount(shifts, await countOutputs(tenant, shifts), NO_OUTPUTS),
  keyOfShift,
)

/** The share of the counted output of a shift that was confirmed; null where nothing was counted. */
export const outputConfirmedOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const found = new Map((await listOutputConfirmed(tenant, shifts)).map((one) => [keyOfShift(one), one]))
  return shifts.map((shift) => {
    const one = found.get(keyOfShift(shift))
    return one === undefined || one.closedCount === 0 ? null : one.confirmedCount / one.closedCount
  })
}, keyOfShift)

/** The issues that block the confirmation of a shift (S-45). */
export const shiftIssuesOf = tenantLoader((tenant, shifts: readonly ShiftKey[]) => issuesOfShifts(tenant, shifts), keyOfShift)

/** What the output of a shift lacks, whatever its work center's settings ask for. */
export const outputGapsOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const segments = Map.groupBy(await listSegments(tenant, shifts), (segment) => `${segment.workCenterId}/${segment.start}`)
  return shifts.map(({ workCenterId, start }) => outputGaps(segments.get(`${workCenterId}/${start}`) ?? []))
}, keyOfShift)

/** The marks of a work center that still wait for a recalculation. */
export const marksOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[]) =>
  grouped(ids, await listMarks(tenant, ids), (mark) => mark.workCenterId),
)

/** What each confirmation of a shift kept of its losses, by its number. */
export const keptLossesOf = tenantLoader(async (tenant, shifts: readonly ShiftKey[]) => {
  const kept = Map.groupBy(await listKeptLosses(tenant, shifts), (one) =>
    keyOfShift({ workCenterId: one.workCenterId, start: one.shiftStart }),
  )
  return shifts.map((shift) => new Map((kept.get(keyOfShift(shift)) ?? []).map(({ revision, losses }) => [revision, losses])))
}, keyOfShift)

export const shiftRevisionsOf = tenantLoader(
  async (tenant, shifts: readonly ShiftKey[]) =>
    grouped(shifts.map(keyOfShift), await listRevisions(tenant, shifts), (one) =>
      keyOfShift({ workCenterId: one.workCenterId, start: one.shiftStart }),
    ),
  keyOfShift,
)

/** Returns what makes a shift one and the same for a loader. */
export function keyOfShift({ workCenterId, start }: Counted): string {
  return `${workCenterId}@${start}`
}

function eachCount<Counts>(shifts: readonly ShiftKey[], counts: readonly (Counts & Counted)[], none: Counts): Counts[] {
  const found = new Map(counts.map((count) => [keyOfShift(count), count]))
  return shifts.map((shift) => found.get(keyOfShift(shift)) ?? none)
}

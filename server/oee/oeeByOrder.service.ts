import type { OutputCount } from '#engine/facts.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import { segmentKpis, sumTimes } from '#engine/oee/segmentFigures.ts'
import type { SegmentTimes } from '#engine/oee/segmentFigures.ts'
import { sumQuantities } from '#engine/output/orderParts.ts'
import type { OrderPart } from '#engine/output/orderParts.ts'
import { targetOutput } from '#engine/output/targetOutput.ts'
import type { Tenant } from '#server/db/database.ts'
import { listSegmentsOfShifts } from '#server/output/outputFigures.store.ts'
import { withOrderParts } from '#server/output/segmentParts.ts'
import type { SegmentWithParts } from '#server/output/segmentParts.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { takenRecords } from './oeeReport.service.ts'
import type { OeeQuestion } from './oeeQuestion.service.ts'
import { oeeSetupOf } from './oeeSettings.service.ts'
import { findOeePolicy } from './oeeSetup.store.ts'

/** What a work center made of an order in the shifts of a period, and how well. */
export type OrderFigures = {
  /** Orders that were worked on together; none = without an order. */
  readonly jobOrderIds: readonly JobOrderId[]
  readonly made: OrderQuantity
  readonly confirmed: OrderQuantity
  /** Planned production time at the speed of the order; null = unknown, none of its own, or some of it was made in the time of others too. */
  readonly target: number | null
  readonly plannedMs: number
  readonly runMs: number
  readonly kpis: Kpis
  /** Ms a unit, each that was in force, ascending. */
  readonly idealCyclesMs: readonly number[]
  readonly start: number
  /** null = it goes on. */
  readonly end: number | null
}

/**
 * Returns a row an order of the shifts that the question takes, the longest planned time ahead (domain.md O-18). Times and output add up to those of the
 * shifts. An order that only had output confirmed in the time of others has no time and no figures of its own.
 */
export async function oeeByOrder(tenant: Tenant, workCenter: WorkCenter, question: OeeQuestion): Promise<readonly OrderFigures[]> {
  const records = await takenRecords(tenant, { ...question, workCenterIds: [workCenter.id] })
  const shifts = records.map(({ workCenterId, shift }) => ({ workCenterId, start: shift.start }))
  const segments = await withOrderParts(tenant, await listSegmentsOfShifts(tenant, shifts))
  const setup = oeeSetupOf(workCenter, await findOeePolicy(tenant))
  const own = Map.groupBy(segments, ({ jobOrderIds }) => jobOrderIds.join('+'))
  const parts = Map.groupBy(
    segments.flatMap((segment) =>
      segment.parts.map((part) => ({ ...part, start: segment.start, end: segment.end, of: segment.jobOrderIds })),
    ),
    ({ jobOrderIds }) => jobOrderIds.join('+'),
  )
  const keys = [...new Set([...own.keys(), ...parts.keys()])]
  return keys
    .map((key): OrderFigures => {
      const [mine, made] = [own.get(key) ?? [], parts.get(key) ?? []]
      const times = sumTimes(mine.map(timesOf))
      const stretches = mine.length > 0 ? mine : made
      return {
        jobOrderIds: mine[0]?.jobOrderIds ?? made[0]?.jobOrderIds ?? [],
        made: sumQuantities(made.map((part) => part.made)),
        confirmed: sumQuantities(made.map((part) => part.confirmed)),
        target: made.some(isInTimeOfOthers) ? null : targetOf(mine, workCenter),
        plannedMs: times.plannedMs,
        runMs: times.runMs,
        kpis: segmentKpis(times, setup),
        idealCyclesMs: [...new Set(mine.flatMap(({ idealCycleMs }) => idealCycleMs ?? []))].toSorted((a, b) => a - b),
        start: stretches.reduce((least, { start }) => Math.min(least, start), Infinity),
        end: stretches.some(({ end }) => end === null) ? null : stretches.reduce((most, { end }) => Math.max(most, end ?? 0), 0),
      }
    })
    .filter(({ plannedMs, made, jobOrderIds }) => plannedMs > 0 || made.accepted + made.rejected > 0 || jobOrderIds.length > 0)
    .toSorted((a, b) => b.plannedMs - a.plannedMs || a.start - b.start)
}

/** Units that would count against a plan which has no part of their time. */
function isInTimeOfOthers({ jobOrderIds, of, made }: OrderPart & { readonly of: readonly JobOrderId[] }): boolean {
  return jobOrderIds.join('+') !== of.join('+') && made.accepted + made.rejected > 0
}

function timesOf(segment: SegmentWithParts): SegmentTimes {
  const { accepted, rejected, uncountedAccepted, uncountedRejected } = segment
  return { ...segment, output: countOf(accepted, rejected), uncounted: countOf(uncountedAccepted, uncountedRejected) }
}

function countOf(accepted: number, rejected: number): OutputCount {
  return { total: accepted + rejected, accepted, rejected }
}

function targetOf(segments: readonly SegmentWithParts[], { type }: WorkCenter): number | null {
  const timed = segments.filter(({ plannedMs }) => plannedMs > 0)
  if (timed.length === 0 || timed.some(({ idealCycleMs }) => idealCycleMs === null)) return null
  return targetOutput(
    timed.reduce((sum, { plannedMs, idealCycleMs }) => sum + plannedMs / (idealCycleMs ?? 1), 0),
    1,
    type,
  )
}

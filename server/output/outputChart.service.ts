import type { OutputCount } from '#engine/facts.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import { outputByHour } from '#engine/output/outputByHour.ts'
import type { PartOfHour } from '#engine/output/outputByHour.ts'
import { sumQuantities } from '#engine/output/orderParts.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { targetOfParts } from '#engine/output/targetOfParts.ts'
import { targetOutput } from '#engine/output/targetOutput.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { findWorkCenters, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listBucketSums, listFigureSegments, listHourPieces } from './outputFigures.store.ts'
import { bucketsBetween } from './output.service.ts'
import { withOrderParts } from './segmentParts.ts'
import type { SegmentWithParts } from './segmentParts.ts'

/** Output of one stretch of the local clock, in one unit. */
export type ChartPoint = Interval & {
  readonly output: OutputCount
  /** Units that should have been made; null = unknown. */
  readonly plan: number | null
  /** null = of several. */
  readonly workCenter: WorkCenter | null
  readonly unit: string
  /** Orders that made it together, none = without an order; null = not divided by orders. */
  readonly jobOrderIds: readonly JobOrderId[] | null
  /** null = not asked for. */
  readonly confirmed: OrderQuantity | null
}

/** What a chart is asked for. */
export type ChartQuestion = Interval & {
  readonly workCenters: readonly WorkCenter[]
  /** At least an hour. */
  readonly bucketSeconds: number
  readonly splitByJobOrder: boolean
  readonly splitByWorkCenter: boolean
  readonly isConfirmedAsked: boolean
}

/** More would be neither read at once nor drawn. */
const MAX_POINTS = 20_000
const MAX_SEGMENTS = 40_000

/** Returns the work centers of the ids, archived ones too; null = all that are not archived. */
export function chartPlaces(tenant: Tenant, ids: readonly WorkCenterId[] | null): Promise<readonly WorkCenter[]> {
  return ids === null ? listWorkCenters(tenant, {}) : findWorkCenters(tenant, ids)
}

type OwnPoint = ChartPoint & { readonly workCenter: WorkCenter }

/**
 * Returns output against plan by buckets of each work center's local clock, ascending; work centers of one unit together, unless they are asked for one
 * by one. By order the plan is planned production time at the speed of the order, else at the speed of the work center (G-21). Refuses what is too much
 * to read at once.
 */
export async function outputSeries(tenant: Tenant, question: ChartQuestion): Promise<readonly ChartPoint[]> {
  const { workCenters, bucketSeconds, splitByWorkCenter } = question
  const zones = await listPlantZones(
    tenant,
    workCenters.map(({ id }) => id),
  )
  const ofZones = [...Map.groupBy(workCenters, ({ id }) => zones.get(id) ?? 'UTC')].map(([zone, own]) => ({
    own,
    buckets: bucketsBetween(zone, question, bucketSeconds * 1000),
  }))
  const count = ofZones.reduce((sum, { own, buckets }) => sum + own.length * buckets.length, 0)
  if (count > MAX_POINTS) throw tooMuch(question, MAX_POINTS / count)
  const points: OwnPoint[] = []
  for (const { own, buckets } of ofZones) points.push(...(await pointsOf(tenant, own, buckets, question)))
  if (splitByWorkCenter || workCenters.length === 1) return points.toSorted((a, b) => a.start - b.start)
  const groups = Map.groupBy(points, (one) => `${one.start}/${one.end}/${one.unit}/${one.jobOrderIds?.join('+') ?? ''}`)
  return [...groups.values()].map(together).toSorted((a, b) => a.start - b.start)
}

async function pointsOf(
  tenant: Tenant,
  workCenters: readonly WorkCenter[],
  buckets: readonly Interval[],
  question: ChartQuestion,
): Promise<OwnPoint[]> {
  const byOrder =
    question.splitByJobOrder || question.isConfirmedAsked ? await partsOfBuckets(tenant, workCenters, buckets, question) : null
  if (question.splitByJobOrder) return byOrder ?? []
  const ids = workCenters.map(({ id }) => id)
  const sums = await listBucketSums(tenant, ids, buckets)
  const of = (id: WorkCenterId, bucket: number) => `${id}/${bucket}`
  const bySum = new Map(sums.map((sum) => [of(sum.workCenterId, sum.bucket), sum]))
  const confirmed = byOrder && Map.groupBy(byOrder, ({ workCenter, start }) => of(workCenter.id, start))
  return buckets.flatMap(({ start, end }, bucket) =>
    workCenters.map((workCenter): OwnPoint => {
      const { total = 0, accepted = 0, rejected = 0, plannedMs = 0 } = bySum.get(of(workCenter.id, bucket)) ?? {}
      const said = confirmed?.get(of(workCenter.id, start))?.flatMap((one) => one.confirmed ?? [])
      return {
        start,
        end,
        output: { total, accepted, rejected },
        plan: targetOutput(plannedMs, idealCycleOf(workCenter.targetSpeed), workCenter.type),
        workCenter,
        unit: workCenter.measurementUnit,
        jobOrderIds: null,
        confirmed: confirmed === null ? null : sumQuantities(said ?? []),
      }
    }),
  )
}

async function partsOfBuckets(
  tenant: Tenant,
  workCenters: readonly WorkCenter[],
  buckets: readonly Interval[],
  question: ChartQuestion,
): Promise<OwnPoint[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (first === undefined || last === undefined) return []
  const ids = workCenters.map(({ id }) => id)
  await tenant.settle?.(ids, last.end + HOUR_MS)
  const found = await listFigureSegments(tenant, ids, { start: first.start, end: last.end }, MAX_SEGMENTS + 1)
  if (found.length > MAX_SEGMENTS) throw tooMuch(question, 0.5)
  const segments = await withOrderParts(tenant, found)
  const start = found.reduce((least, one) => Math.min(least, one.start), first.start) - HOUR_MS
  const end = found.reduce((most, one) => Math.max(most, one.end ?? 0), last.end)
  const hours = Map.groupBy(await listHourPieces(tenant, ids, { start, end }), ({ workCenterId }) => workCenterId)
  const ofPlace = Map.groupBy(segments, ({ workCenterId }) => workCenterId)
  return workCenters.flatMap((workCenter) => {
    const own = Map.groupBy(ofPlace.get(workCenter.id) ?? [], ({ shiftStart }) => shiftStart)
    const pieces = [...Map.groupBy(hours.get(workCenter.id) ?? [], ({ shiftStart }) => shiftStart)].flatMap(([shift, ofShift]) =>
      ordersOfShift(ofShift, own.get(shift) ?? [], workCenter),
    )
    return pointsOfPieces(workCenter, pieces, buckets)
  })
}

type Piece = PartOfHour & { readonly plan: number | null }

function ordersOfShift(
  hours: Parameters<typeof outputByHour>[0],
  segments: readonly SegmentWithParts[],
  { type }: WorkCenter,
): readonly Piece[] {
  const shared = segments.map((segment) => ({ ...segment, isShared: segment.jobOrderIds.length > 1 }))
  return outputByHour(hours, shared, type).map((part) => {
    const cycleMs = part.segment === null ? null : (segments[part.segment]?.idealCycleMs ?? null)
    return { ...part, plan: cycleMs === null || part.plannedMs === null ? null : part.plannedMs / cycleMs }
  })
}

function pointsOfPieces(workCenter: WorkCenter, pieces: readonly Piece[], buckets: readonly Interval[]): OwnPoint[] {
  const groups = Map.groupBy(pieces, ({ hourStart, jobOrderIds }) => `${bucketOf(buckets, hourStart)}/${jobOrderIds.join('+')}`)
  return [...groups.values()].flatMap((own): OwnPoint[] => {
    const [one] = own
    const bucket = one && buckets[bucketOf(buckets, one.hourStart)]
    if (one === undefined || bucket === undefined) return []
    const made = sumQuantities(own.map((piece) => piece.made))
    const confirmed = sumQuantities(own.map((piece) => piece.confirmed))
    const total = roundUnits(made.accepted + made.rejected)
    if (total === 0 && confirmed.accepted === 0 && confirmed.rejected === 0 && one.jobOrderIds.length === 0) return []
    const plan = targetOfParts(own, workCenter.type)
    return [
      {
        ...bucket,
        output: { ...made, total },
        plan,
        workCenter,
        unit: workCenter.measurementUnit,
        jobOrderIds: one.jobOrderIds,
        confirmed,
      },
    ]
  })
}

/** The index of the bucket of the instant, -1 = before the first. */
function bucketOf(buckets: readonly Interval[], at: number): number {
  let low = 0
  let high = buckets.length
  while (low < high) {
    const half = (low + high) >> 1
    if ((buckets[half]?.end ?? Infinity) <= at) low = half + 1
    else high = half
  }
  return (buckets[low]?.start ?? Infinity) <= at ? low : -1
}

function together(points: readonly OwnPoint[]): ChartPoint {
  const [first] = points
  if (first === undefined) throw new Error('No points')
  const made = sumQuantities(points.map(({ output }) => output))
  const plans = points.map(({ plan }) => plan)
  return {
    ...first,
    workCenter: points.length === 1 ? first.workCenter : null,
    output: { ...made, total: roundUnits(made.accepted + made.rejected) },
    plan: plans.some((plan) => plan === null) ? null : plans.reduce<number>((sum, plan) => sum + (plan ?? 0), 0),
    confirmed: first.confirmed === null ? null : sumQuantities(points.flatMap(({ confirmed }) => confirmed ?? [])),
  }
}

function tooMuch({ start, end }: Interval, share: number): Refusal {
  const maxDays = Math.max(1, Math.floor((share * (end - start)) / (24 * HOUR_MS)))
  return new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays } })
}

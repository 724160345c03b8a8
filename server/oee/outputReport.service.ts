import type { JobOrderId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import { sumQuantities } from '#engine/output/orderParts.ts'
import { targetOfParts } from '#engine/output/targetOfParts.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import { listSegmentsOfShifts } from '#server/output/outputFigures.store.ts'
import { withOrderParts } from '#server/output/segmentParts.ts'
import type { SegmentWithParts } from '#server/output/segmentParts.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { oeeReport } from './oeeReport.service.ts'
import type { ReportRow } from './oeeReport.service.ts'
import type { OeeQuestion } from './oeeQuestion.service.ts'

/** Into what a shift is divided in a report of output. */
export const OUTPUT_SPLITS = ['JOB_ORDER', 'PRODUCT'] as const
export type OutputSplit = (typeof OUTPUT_SPLITS)[number]

/** Output of a shift, or the part of an order or a product in it. */
export type OutputRow = {
  readonly record: StoredShift
  readonly workCenter: WorkCenter
  readonly made: OrderQuantity
  readonly confirmed: OrderQuantity
  /** null = unknown, or some of it was made in time that several orders share. */
  readonly target: number | null
  /** Orders that made it together, none = without an order; null = all of the shift. */
  readonly jobOrderIds: readonly JobOrderId[] | null
  /** Their products; null = all of the shift. */
  readonly itemIds: readonly number[] | null
}

/** How a report divides shifts, whether it tells what is confirmed, and how many rows it has at most. */
export type HowReported = { readonly splitBy: OutputSplit | null; readonly isConfirmedAsked: boolean; readonly most?: number }

/** A shift of many short orders has many rows: nothing is left out silently. */
const MAX_ROWS = 20_000

/**
 * Returns what the shifts made that the question takes, ascending: a row a shift, or a row an order or a product of each, which add up to it (domain.md
 * J-8). What is confirmed is read only where it is asked for. Refuses more rows than it may have.
 */
export async function outputReport(
  tenant: Tenant,
  question: OeeQuestion,
  { splitBy, isConfirmedAsked, most = MAX_ROWS }: HowReported,
): Promise<readonly OutputRow[]> {
  const rows = await oeeReport(tenant, question)
  if (splitBy === null && !isConfirmedAsked) return rows.map((row) => wholeRow(row, []))
  const shifts = rows.map(({ record }) => ({ workCenterId: record.workCenterId, start: record.shift.start }))
  const segments = await withOrderParts(tenant, await listSegmentsOfShifts(tenant, shifts))
  const ofShift = Map.groupBy(segments, ({ workCenterId, shiftStart }) => `${workCenterId}/${shiftStart}`)
  const items = splitBy === null ? new Map<JobOrderId, number>() : await itemsOf(tenant, segments)
  const divided: OutputRow[] = []
  for (const row of rows) {
    const own = ofShift.get(`${row.record.workCenterId}/${row.record.shift.start}`) ?? []
    divided.push(...(splitBy === null ? [wholeRow(row, own)] : dividedRows(row, own, items, splitBy)))
    if (divided.length > most) throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'splitBy', params: { max: most } })
  }
  return divided
}

async function itemsOf(tenant: Tenant, segments: readonly SegmentWithParts[]): Promise<ReadonlyMap<JobOrderId, number>> {
  const ids = [...new Set(segments.flatMap(({ parts }) => parts.flatMap(({ jobOrderIds }) => jobOrderIds)))]
  const orders = ids.length === 0 ? [] : await listJobOrders(tenant, ids)
  return new Map(orders.flatMap(({ id, itemId }) => (itemId === null ? [] : [[id, itemId] as const])))
}

function wholeRow({ record, stat, workCenter }: ReportRow, segments: readonly SegmentWithParts[]): OutputRow {
  const { accepted, rejected } = record.terms.output
  return {
    record,
    workCenter,
    made: { accepted, rejected },
    confirmed: sumQuantities(segments.flatMap(({ parts }) => parts.map((part) => part.confirmed))),
    target: stat.outputs[0]?.target ?? null,
    jobOrderIds: null,
    itemIds: null,
  }
}

function dividedRows(
  { record, workCenter }: ReportRow,
  segments: readonly SegmentWithParts[],
  items: ReadonlyMap<JobOrderId, number>,
  splitBy: OutputSplit,
): OutputRow[] {
  const parts = segments.flatMap((segment) =>
    segment.parts.map((part) => {
      const itemIds = [...new Set(part.jobOrderIds.flatMap((id) => items.get(id) ?? []))].toSorted((a, b) => a - b)
      const isOwn = segment.jobOrderIds.length < 2 && part.jobOrderIds.join('+') === segment.jobOrderIds.join('+')
      const plan = isOwn && segment.idealCycleMs !== null ? segment.plannedMs / segment.idealCycleMs : null
      return { ...part, itemIds, plan }
    }),
  )
  const keyOf = ({ jobOrderIds, itemIds }: (typeof parts)[number]) =>
    splitBy === 'JOB_ORDER' ? jobOrderIds.join('+') : `${jobOrderIds.length === 0 ? '' : 'of'} ${itemIds.join('+')}`
  return [...Map.groupBy(parts, keyOf).values()].flatMap((own): OutputRow[] => {
    const [first] = own
    const made = sumQuantities(own.map((part) => part.made))
    if (first === undefined || (first.jobOrderIds.length === 0 && made.accepted + made.rejected === 0)) return []
    return [
      {
        record,
        workCenter,
        made,
        confirmed: sumQuantities(own.map((part) => part.confirmed)),
        target: targetOfParts(own, workCenter.type),
        jobOrderIds: splitBy === 'JOB_ORDER' ? first.jobOrderIds : [...new Set(own.flatMap((part) => part.jobOrderIds))],
        itemIds: first.itemIds,
      },
    ]
  })
}

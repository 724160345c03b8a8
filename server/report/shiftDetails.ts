import type { JobOrderId } from '#engine/ids.ts'
import { sumQuantities } from '#engine/output/orderParts.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { mainStopOf } from '#engine/shift/shiftStory.ts'
import { HOUR_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { listItems } from '#server/item/item.store.ts'
import { listJobOrders } from '#server/jobOrder/jobOrder.store.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { storyOfShift } from '#server/oee/shiftInsight.service.ts'
import { listStoryStops } from '#server/oee/shiftInsight.store.ts'
import { outputSeries } from '#server/output/outputChart.service.ts'
import { listSegmentsOfShifts } from '#server/output/outputFigures.store.ts'
import { withOrderParts } from '#server/output/segmentParts.ts'
import { checklistsTable } from './checklistsTable.ts'
import { durationText } from './clockText.ts'
import { handoverTable } from './handoverTable.ts'
import type { PeopleNames } from './peopleNames.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { shiftLanes } from './shiftLanes.ts'
import { causeWords, storyWords } from './storyWords.ts'

/** Of more shifts nobody reads what happened, and each takes some questions to the database. */
export const MOST_TOLD_SHIFTS = 200

type Given = {
  readonly rows: readonly ReportRow[]
  readonly names: ReportNames
  readonly people: PeopleNames
  readonly hasChecklists: boolean
  readonly now: number
  readonly check: () => void
}
type Details = { readonly charts: readonly ReportChart[]; readonly story: readonly ReportTable[]; readonly tables: readonly ReportTable[] }

/** Returns what happened in the shifts: their timelines, their story, how each hour went, which orders were made, what became of checklists, and what was handed over; nothing of more than 200 shifts. */
export async function shiftDetails(tenant: Tenant, given: Given): Promise<Details> {
  if (given.rows.length > MOST_TOLD_SHIFTS) return { charts: [], story: [], tables: [] }
  const lanes = await shiftLanes(tenant, given)
  const checklists = given.hasChecklists ? await checklistsTable(tenant, given) : []
  const handover = await handoverTable(tenant, given)
  return {
    charts: lanes.charts,
    story: [await storyTable(tenant, given)],
    tables: [await hoursTable(tenant, given), ...(await ordersTable(tenant, given)), ...checklists, ...handover, ...lanes.tables],
  }
}

async function storyTable(tenant: Tenant, { rows, names, check }: Given): Promise<ReportTable> {
  const told: (readonly ReportCell[])[] = []
  for (const { record, workCenter } of rows) {
    check()
    const sentences = await storyOfShift(tenant, record, workCenter)
    const zone = names.zone(record.workCenterId)
    told.push([...nameOf({ record }, names), sentences.map((sentence) => storyWords(sentence, names, zone)).join(' ')])
  }
  return { name: names.texts.sheets.story, columns: [...nameColumns(names), { title: names.texts.sheets.story, kind: 'text' }], rows: told }
}

/** The hours of each shift until now; target, good and rejected output, and what stopped it longest. */
async function hoursTable(tenant: Tenant, { rows, names, now, check }: Given): Promise<ReportTable> {
  const { sheets, columns } = names.texts
  const cells: (readonly ReportCell[])[] = []
  const zones: string[] = []
  const stops = Map.groupBy(
    await listStoryStops(tenant, rows.map(keyOf)),
    ({ workCenterId, shiftStart }) => `${workCenterId}/${shiftStart}`,
  )
  for (const { record, workCenter } of rows) {
    check()
    const { start, end } = record.shift
    const asked = { start, end, workCenters: [workCenter], bucketSeconds: HOUR_MS / SECOND_MS, isConfirmedAsked: false }
    const own = stops.get(`${record.workCenterId}/${start}`) ?? []
    for (const hour of await outputSeries(tenant, { ...asked, splitByJobOrder: false, splitByWorkCenter: false })) {
      if (hour.start >= now) continue
      const within = { start: Math.max(hour.start, start), end: Math.min(hour.end, end) }
      const stop = mainStopOf(own, within)
      cells.push([
        ...nameOf({ record }, names),
        within.start,
        hour.plan === null ? null : roundUnits(hour.plan),
        roundUnits(hour.output.accepted),
        roundUnits(hour.output.rejected),
        stop === null ? null : `${causeWords(stop, names)}, ${durationText(stop.durationMs)}`,
      ])
      zones.push(names.zone(record.workCenterId))
    }
  }
  return {
    name: sheets.hours,
    columns: [
      ...nameColumns(names),
      { title: columns.start, kind: 'instant' },
      ...[columns.targetOutput, columns.accepted, columns.rejected].map((title): ReportColumn => ({ title, kind: 'number' })),
      { title: columns.mainStop, kind: 'text' },
    ],
    rows: cells,
    zones,
  }
}

/** What was made of each order in each shift; none where no order was. */
async function ordersTable(tenant: Tenant, { rows, names }: Given): Promise<readonly ReportTable[]> {
  const { sheets, columns, noOrder } = names.texts
  const segments = await withOrderParts(tenant, await listSegmentsOfShifts(tenant, rows.map(keyOf)))
  const ids = [...new Set(segments.flatMap(({ parts }) => parts.flatMap(({ jobOrderIds }) => jobOrderIds)))]
  if (ids.length === 0) return []
  const orders = new Map<JobOrderId, Awaited<ReturnType<typeof listJobOrders>>[number]>(
    (await listJobOrders(tenant, ids)).map((one) => [one.id, one]),
  )
  const itemIds = [...orders.values()].flatMap(({ itemId }) => itemId ?? [])
  const items = new Map((await listItems(tenant, itemIds)).map(({ id, name }) => [id, name]))
  const byShift = Map.groupBy(segments, ({ workCenterId, shiftStart }) => `${workCenterId}/${shiftStart}`)
  const cells = rows.flatMap((row) => {
    const parts = (byShift.get(`${row.record.workCenterId}/${row.record.shift.start}`) ?? []).flatMap((segment) => segment.parts)
    return [...Map.groupBy(parts, ({ jobOrderIds }) => jobOrderIds.join('+')).values()].flatMap((own): (readonly ReportCell[])[] => {
      const made = sumQuantities(own.map((part) => part.made))
      const found = own[0]?.jobOrderIds.flatMap((id) => orders.get(id) ?? []) ?? []
      if (found.length === 0 && made.accepted + made.rejected <= 0) return []
      const [only, ...others] = found
      return [
        [
          ...nameOf(row, names),
          found.length === 0 ? noOrder : found.map(({ orderCode }) => orderCode).join(', '),
          [...new Set(found.flatMap(({ itemId }) => (itemId === null ? [] : (items.get(itemId) ?? []))))].join(', ') || null,
          roundUnits(made.accepted),
          roundUnits(made.rejected),
          only === undefined || others.length > 0 ? null : only.planOutput,
        ],
      ]
    })
  })
  return [
    {
      name: sheets.orders,
      columns: [
        ...nameColumns(names),
        { title: columns.order, kind: 'text' },
        { title: columns.product, kind: 'text' },
        ...[columns.accepted, columns.rejected, columns.orderPlan].map((title): ReportColumn => ({ title, kind: 'number' })),
      ],
      rows: cells,
    },
  ]
}

function keyOf({ record }: Pick<ReportRow, 'record'>) {
  return { workCenterId: record.workCenterId, start: record.shift.start }
}

function nameOf({ record }: Pick<ReportRow, 'record'>, names: ReportNames): readonly ReportCell[] {
  return [names.workCenter(record.workCenterId), names.named(record.name), record.shift.shiftDate]
}

function nameColumns({ texts: { columns } }: ReportNames): readonly ReportColumn[] {
  return [
    { title: columns.workCenter, kind: 'text' },
    { title: columns.shift, kind: 'text' },
    { title: columns.shiftDate, kind: 'date' },
  ]
}

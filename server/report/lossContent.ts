import type { Classification } from '#engine/loss/lossKind.ts'
import { lossCategory, lossIndicator } from '#engine/loss/lossKind.ts'
import { lossPareto } from '#engine/loss/lossPareto.ts'
import type { LossTotals, ParetoRow } from '#engine/loss/lossPareto.ts'
import { roundHalfUp } from '#engine/oee/percentage.ts'
import { untrackedStopMs } from '#engine/oee/untrackedStops.ts'
import type { ChangeMark } from '#server/analytics/changeMarks.service.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'
import { totalLosses } from '#server/loss/lossList.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { StopEnergy } from '#server/energy/lossEnergy.service.ts'
import type { ReportHeadline } from './headline.ts'
import { listLongest, listWorkCenterTotals } from './lossRows.store.ts'
import type { ReportLoss, WorkCenterTotal } from './lossRows.store.ts'
import { minuteWorthsOf, worthCells, worthColumns } from './minuteWorths.ts'
import type { PeopleNames } from './peopleNames.ts'
import { nameOfReason } from './proof/provenFigures.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent, plannedTimeOf, together } from './reportRecords.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'

const LONGEST = 20

/** What stops used, by the id of the loss. */
export type LossEnergies = ReadonlyMap<number, StopEnergy>

/** By what somebody said a reason. */
const WAYS = ['BULK', 'SEARCH', 'TILE'] as const
/** Bars of the chart; the rest is in the table under it. */
const BARS = 10
/** Columns of the table of work centers and reasons. */
const HEAT_REASONS = 8
/** Reasons in an e-mail. */
const MOST_MAILED = 3
/** Of the table of reasons. */
const DURATION_COLUMN = 5

/** Returns stops by reason as chart and table, by work center, and the longest of them. */
export async function downtimeContent(
  tenant: Tenant,
  {
    filter,
    now,
    names,
    rows: shifts,
  }: { readonly filter: LossFilter; readonly now: number; readonly names: ReportNames; readonly rows: readonly ReportRow[] },
): Promise<{
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  readonly totals: readonly LossTotals[]
}> {
  const { sheets, columns, pdf } = names.texts
  const totals = await totalLosses(tenant, filter, now)
  const rows = lossPareto(totals, 'BY_DURATION')
  const bars = rows
    .slice(0, BARS)
    .map((row) => ({ label: reasonOf(row, names), ms: row.durationMs, count: row.count, cumulative: row.cumulativeShare }))
  const groups = groupBars(rows, names)
  const byWorkCenter = await listWorkCenterTotals(tenant, filter, now)
  const plannedMs = plannedTimeOf(shifts)
  const lostMs = totals.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const untrackedMs = untrackedStopMs(together(shifts).sums, lostMs)
  const worths = minuteWorthsOf(shifts)
  const [only = null, ...others] = new Set([
    ...shifts.map(({ workCenter }) => workCenter.id),
    ...byWorkCenter.map((one) => one.workCenterId),
  ])
  // A group is not a line: what a minute is worth is told of one work center (domain.md D-44).
  const isOne = only !== null && others.length === 0
  const mostOf = (row: Totals) => {
    const most = byWorkCenter
      .filter((one) => one.reasonId === row.reasonId && one.classification === row.classification)
      .toSorted((one, other) => other.durationMs - one.durationMs)[0]
    return most === undefined ? null : names.workCenter(most.workCenterId)
  }
  return {
    totals,
    charts: [
      { kind: 'PARETO', title: pdf.pareto, bars },
      ...(groups.length > 1 && rows.some(hasGroup(names)) ? [{ kind: 'PARETO' as const, title: pdf.groups, bars: groups }] : []),
    ],
    tables: [
      {
        name: sheets.reasons,
        columns: [
          ...[columns.reasonGroup, columns.reason, columns.type, columns.category].map(text),
          { title: columns.count, kind: 'number' },
          { title: columns.duration, kind: 'duration' },
          { title: columns.average, kind: 'duration' },
          { title: columns.share, kind: 'percent' },
          { title: columns.cumulative, kind: 'percent' },
          ...(isOne ? worthColumns(names) : []),
          { title: columns.ofPlanned, kind: 'percent', isSheetOnly: true },
          sheetText(columns.mostAt),
        ],
        figureAt: (at, column) => {
          const row = rows[at]
          return row === undefined || column !== DURATION_COLUMN ? null : nameOfReason(row)
        },
        rows: [
          ...rows.map((row): readonly ReportCell[] => [
            ...reasonCells(row, names),
            row.count,
            row.durationMs,
            row.durationMs / row.count,
            percent(row.share),
            percent(row.cumulativeShare),
            ...(isOne ? worthCells(worths, only, row, names) : []),
            percent(plannedMs > 0 ? row.durationMs / plannedMs : null),
            mostOf(row),
          ]),
          ...(untrackedMs > 0 ? [untrackedCells(untrackedMs, { plannedMs, isOne, names })] : []),
        ],
      },
      ...heatTable(rows, byWorkCenter, names),
      {
        name: sheets.byWorkCenter,
        isSheetOnly: true,
        columns: [
          ...[columns.workCenter, columns.reasonGroup, columns.reason, columns.type, columns.category].map(text),
          { title: columns.count, kind: 'number' },
          { title: columns.duration, kind: 'duration' },
          ...worthColumns(names),
        ],
        rows: byWorkCenter.map((row) => [
          names.workCenter(row.workCenterId),
          ...reasonCells(row, names),
          row.count,
          row.durationMs,
          ...worthCells(worths, row.workCenterId, row, names),
        ]),
      },
      longestTable(await listLongest(tenant, filter, { now, limit: LONGEST }), names),
    ],
  }
}

/** The row that closes the reasons to the records of the shifts: stops whose status makes no losses, which have neither count nor share (domain.md N-4). */
function untrackedCells(
  untrackedMs: number,
  { plannedMs, isOne, names }: { readonly plannedMs: number; readonly isOne: boolean; readonly names: ReportNames },
): readonly ReportCell[] {
  const ofPlanned = percent(plannedMs > 0 ? untrackedMs / plannedMs : null)
  return [
    null,
    names.texts.causes.NOT_TRACKED,
    null,
    null,
    null,
    untrackedMs,
    null,
    null,
    null,
    ...(isOne ? [null, null] : []),
    ofPlanned,
    null,
  ]
}

const hasGroup =
  ({ reason, reasonGroup }: ReportNames) =>
  ({ reasonId }: Pick<ParetoRow, 'reasonId'>) =>
    reasonId !== null && reasonGroup(reason(reasonId)?.groupId ?? null) !== null

/** The groups of the reasons as a Pareto; what has none counts by how it is classified. */
function groupBars(rows: readonly ParetoRow[], names: ReportNames) {
  const groupOf = (row: ParetoRow) => {
    const reason = row.reasonId === null ? null : names.reason(row.reasonId)
    return reason === null ? reasonOf(row, names) : (names.reasonGroup(reason.groupId) ?? reasonOf(row, names))
  }
  const sums = [...Map.groupBy(rows, groupOf)].map(([label, own]) => ({
    label,
    ms: own.reduce((sum, { durationMs }) => sum + durationMs, 0),
    count: own.reduce((sum, { count }) => sum + count, 0),
  }))
  const whole = sums.reduce((sum, { ms }) => sum + ms, 0)
  let before = 0
  return sums
    .toSorted((one, other) => other.ms - one.ms || one.label.localeCompare(other.label))
    .slice(0, BARS)
    .map((bar) => {
      before += bar.ms
      return { ...bar, cumulative: whole > 0 ? before / whole : 0 }
    })
}

/** A row a work center and a column each of the greatest reasons, with the others and the sums; none where there is one work center. */
function heatTable(rows: readonly ParetoRow[], totals: readonly WorkCenterTotal[], names: ReportNames): readonly ReportTable[] {
  const { sheets, columns, total } = names.texts
  const places = [...Map.groupBy(totals, ({ workCenterId }) => workCenterId)]
  if (places.length < 2) return []
  const greatest = rows.slice(0, HEAT_REASONS)
  const sum = (own: readonly WorkCenterTotal[]) => own.reduce((all, { durationMs }) => all + durationMs, 0)
  const isOf = (row: Totals) => (one: Totals) => one.reasonId === row.reasonId && one.classification === row.classification
  const cells = (own: readonly WorkCenterTotal[]): readonly ReportCell[] => {
    const shown = greatest.map((row) => sum(own.filter(isOf(row))))
    const others = sum(own) - shown.reduce((all, ms) => all + ms, 0)
    return [...shown.map((ms) => (ms === 0 ? null : ms)), ...(rows.length > HEAT_REASONS ? [others === 0 ? null : others] : []), sum(own)]
  }
  const titles = [...greatest.map((row) => reasonOf(row, names)), ...(rows.length > HEAT_REASONS ? [columns.otherReasons] : [])]
  return [
    {
      name: sheets.heat,
      columns: [text(columns.workCenter), ...[...titles, columns.all].map((title): ReportColumn => ({ title, kind: 'duration' }))],
      heat: new Set(titles.map((_title, at) => at + 1)),
      rows: [
        ...places.toSorted(([, one], [, other]) => sum(other) - sum(one)).map(([id, own]) => [names.workCenter(id), ...cells(own)]),
        [total, ...cells(totals)],
      ],
    },
  ]
}

/** Returns what an e-mail says of the stops. */
export function stopsHeadline(totals: readonly LossTotals[], names: ReportNames): ReportHeadline {
  const most = lossPareto(totals, 'BY_DURATION').slice(0, MOST_MAILED)
  return {
    kind: 'STOPS',
    stoppedMs: totals.reduce((sum, { durationMs }) => sum + durationMs, 0),
    most: most.map((row) => ({ name: reasonOf(row, names), ms: row.durationMs })),
  }
}

/** Returns since when which reasons take more at which work centers (Y-7); nothing where it is as it was. */
export function marksTable(changes: readonly ChangeMark[], names: ReportNames): readonly ReportTable[] {
  const { sheets, columns } = names.texts
  if (changes.length === 0) return []
  return [
    {
      name: sheets.marks,
      columns: [
        text(columns.workCenter),
        text(columns.reason),
        { title: columns.since, kind: 'date' },
        ...[columns.minutesBefore, columns.minutesSince, columns.points].map((title): ReportColumn => ({ title, kind: 'number' })),
      ],
      rows: changes.map(({ workCenterId, reasonId, date, before, since, points }) => [
        names.workCenter(workCenterId),
        names.reasonName(reasonId),
        date,
        ...[before, since, points].map((value) => roundHalfUp(value, 2)),
      ]),
    },
  ]
}

/** Returns the columns of the report of losses, of a company with costs of energy also what each stop used. */
export function lossColumns({ texts: { columns, energy } }: ReportNames, hasEnergy: boolean): readonly ReportColumn[] {
  return [
    { title: columns.id, kind: 'number', isSheetOnly: true },
    { title: columns.chain, kind: 'instant', isSheetOnly: true },
    text(columns.workCenter),
    sheetText(columns.group),
    { title: columns.shiftDate, kind: 'date' },
    text(columns.shift),
    { title: columns.start, kind: 'instant' },
    { title: columns.end, kind: 'instant' },
    { title: columns.duration, kind: 'duration' },
    sheetText(columns.source),
    text(columns.status),
    sheetText(columns.category),
    sheetText(columns.indicator),
    sheetText(columns.reasonGroup),
    ...[columns.reason, columns.type, columns.comment].map(text),
    sheetText(columns.activity),
    sheetText(columns.lowersOee),
    { title: columns.quantity, kind: 'number' },
    text(columns.unit),
    sheetText(columns.approved),
    sheetText(columns.updatedBy),
    { title: columns.updatedOn, kind: 'instant', isSheetOnly: true },
    { title: columns.saidOn, kind: 'instant', isSheetOnly: true },
    sheetText(columns.saidBy),
    ...(hasEnergy
      ? [
          { title: columns.kwh, kind: 'number' as const, isSheetOnly: true },
          { title: energy.cost, kind: 'number' as const, isSheetOnly: true },
          sheetText(energy.currency),
          { title: energy.unpricedKwh, kind: 'number' as const, isSheetOnly: true },
          { title: energy.known, kind: 'percent' as const, isSheetOnly: true },
        ]
      : []),
  ]
}

/** Returns the row of a loss under these columns. */
export function lossCells(
  loss: ReportLoss,
  { names, people, energy }: { readonly names: ReportNames; readonly people: PeopleNames; readonly energy: LossEnergies | null },
): readonly ReportCell[] {
  const { words, activities, via, yes, no } = names.texts
  const way = WAYS.find((one) => one === loss.via)
  const reason = loss.reasonId === null ? null : names.reason(loss.reasonId)
  return [
    loss.id,
    loss.chainStart,
    names.workCenter(loss.workCenterId),
    names.workCenterGroup(loss.workCenterId),
    loss.shiftDate,
    loss.shiftName === null ? null : names.named(loss.shiftName),
    loss.start,
    loss.end,
    loss.lengthMs,
    words[loss.source],
    statusOf(loss, names),
    words[lossCategory(loss.source, reason)],
    words[lossIndicator(loss.source, reason)],
    reason === null ? null : names.reasonGroup(reason.groupId),
    loss.reasonId === null ? (loss.isScheduledLoss ? names.texts.plannedByStatus : null) : names.reasonName(loss.reasonId),
    reason === null ? null : words[reason.type],
    loss.comment,
    reason === null ? null : reason.activityTypes.map((type) => activities[type]).join(' + ') || null,
    reason === null ? null : reason.includeInOeeCalculation ? yes : no,
    loss.quantity,
    loss.unit,
    loss.isApproved ? yes : no,
    people.name(loss.updatedBy),
    loss.updatedOn?.getTime() ?? null,
    loss.saidAt,
    way === undefined ? null : via[way],
    ...(energy === null ? [] : energyCells(energy.get(loss.id))),
  ]
}

function energyCells(energy: StopEnergy | undefined): readonly ReportCell[] {
  if (energy === undefined || energy.kwh === null) return [null, null, null, null, null]
  return [energy.kwh, energy.cost, energy.currency, energy.unpricedKwh, percent(energy.coverage)]
}

/** A row a stop: where shifts or people cut it, with the reasons and comments of its parts, each once. */
function longestTable(stops: readonly (readonly ReportLoss[])[], names: ReportNames): ReportTable {
  const { sheets, columns } = names.texts
  const each = (texts: readonly (string | null)[]) => [...new Set(texts.filter((one) => one !== null && one !== ''))].join('; ') || null
  const shown = stops.flatMap((parts) => {
    const [first, last] = [parts[0], parts.at(-1)]
    return first === undefined || last === undefined ? [] : [{ parts, first, last }]
  })
  return {
    name: sheets.longest,
    columns: [
      text(columns.workCenter),
      text(columns.shift),
      { title: columns.start, kind: 'instant' },
      { title: columns.end, kind: 'instant' },
      { title: columns.duration, kind: 'duration' },
      ...[columns.status, columns.reason, columns.comment].map(text),
    ],
    rows: shown.map(({ parts, first, last }) => [
      names.workCenter(first.workCenterId),
      each(parts.map(({ shiftName }) => (shiftName === null ? null : names.named(shiftName)))),
      first.start,
      last.end,
      parts.reduce((sum, { lengthMs }) => sum + lengthMs, 0),
      each(parts.map((loss) => statusOf(loss, names))),
      each(parts.map(({ reasonId }) => (reasonId === null ? null : names.reasonName(reasonId)))),
      each(parts.map(({ comment }) => comment)),
    ]),
    zones: shown.map(({ first }) => names.zone(first.workCenterId)),
  }
}

function statusOf(loss: ReportLoss, names: ReportNames): string | null {
  if (loss.statusName !== null) return names.named(loss.statusName)
  return loss.source === 'STATUS' ? names.texts.words[loss.kind] : null
}

type Totals = Pick<ParetoRow, 'classification' | 'reasonId'>

function reasonCells(row: Totals, names: ReportNames): readonly ReportCell[] {
  const reason = row.reasonId === null ? null : names.reason(row.reasonId)
  const { words } = names.texts
  return [
    names.reasonGroup(reason?.groupId ?? null),
    reasonOf(row, names),
    reason === null ? null : words[reason.type],
    words[lossCategory('STATUS', reason)],
  ]
}

function reasonOf({ reasonId, classification }: Totals, { reasonName, texts }: ReportNames): string {
  const without: Readonly<Record<Classification, string>> = {
    CLASSIFIED: texts.plannedByStatus,
    NOT_NEEDED: texts.noReasonNeeded,
    UNCLASSIFIED: texts.withoutReason,
  }
  return reasonId === null ? without[classification] : reasonName(reasonId)
}

function text(title: string): ReportColumn {
  return { title, kind: 'text' }
}

function sheetText(title: string): ReportColumn {
  return { title, kind: 'text', isSheetOnly: true }
}

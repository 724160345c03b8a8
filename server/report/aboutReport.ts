import { midnight } from '#engine/time/statPeriod.ts'
import { offsetPeriodAt } from '#engine/time/zone.ts'
import type { Language } from '#engine/user/language.ts'
import type { LossSums } from '#server/loss/lossList.store.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { offsetAt, offsetText } from './clockText.ts'
import { datesText, instantText } from './dateWords.ts'
import { statusOf } from './efficiencyContent.ts'
import type { ReportCell, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { together } from './reportRecords.ts'
import { filled, percentText } from './reportWords.ts'
import { MOST_TOLD_SHIFTS } from './shiftDetails.ts'
import type { ReportRequest } from './reportRequest.ts'

/** Returns what the figures of the report are made of: period, work centers, zone, how much is known and final, who asked and when. */
export function aboutTable(
  { type, from, to, zone, workCenterIds, madeFor, shiftStart }: ReportRequest,
  given: {
    readonly company: string
    readonly rows: readonly ReportRow[]
    readonly sums: LossSums
    readonly names: ReportNames
    readonly now: number
    /** The work centers that it tells something of. */
    readonly told: ReadonlySet<number>
    /** Of a view what it is narrowed to and compared with. */
    readonly more?: readonly (readonly [string, string])[]
    /** Of energy: the share of the time that it is known of; left out of reports about shifts. */
    readonly knownEnergy?: number | null
  },
): ReportTable {
  const { rows, sums, names, now, told, more = [], knownEnergy } = given
  const { about, columns, sheets } = names.texts
  const count = (is: (row: ReportRow) => boolean): number => rows.filter(is).length
  const share = (fraction: number | null): string => percentText(fraction, names.language)
  const clock = (at: number): string => clockIn(at, { zone, language: names.language })
  const offsets = [...new Set([midnight(zone, from), midnight(zone, to) - 1].map((at) => offsetText(offsetPeriodAt(zone, at).offsetMs)))]
  const ofShifts: readonly (readonly ReportCell[])[] = [
    [about.coverage, share(together(rows).figures.dataCoverage)],
    [about.explained, share(sums.stoppedMs === 0 ? null : sums.explainedMs / sums.stoppedMs)],
    [columns.shifts, rows.length],
    [about.unconfirmed, count((row) => statusOf(row) === 'UNCONFIRMED')],
    [about.provisional, count((row) => statusOf(row) === 'PROGRESS')],
    [about.restated, count(({ record }) => record.revision > 1)],
  ]
  const lines: readonly (readonly ReportCell[])[] = [
    [about.company, given.company],
    [knownEnergy === undefined ? about.period : about.days, datesText({ from, to }, names.language)],
    ...(shiftStart === null ? [] : [[about.shiftStart, clock(shiftStart)]]),
    [
      about.workCenters,
      workCenterIds === null
        ? about.all
        : workCenterIds
            .filter((id) => !names.isArchived(id) || told.has(id))
            .map(names.workCenter)
            .join(', '),
    ],
    ...more,
    [about.zone, `${zone} (UTC${offsets.join(', UTC')})`],
    ...(knownEnergy === undefined ? ofShifts : [[about.knownEnergy, share(knownEnergy)]]),
    [about.madeOn, clock(now)],
    [about.madeBy, madeFor],
    ...(type === 'LOSSES' || type === 'VIEW' || type === 'ENERGY' ? [] : [[about.links, about.linksText]]),
    ...(type === 'SHIFT' && rows.length > MOST_TOLD_SHIFTS
      ? [[about.stories, filled(about.storiesText, { count: MOST_TOLD_SHIFTS })]]
      : []),
  ]
  return {
    name: sheets.about,
    columns: [
      { title: columns.name, kind: 'text' },
      { title: columns.value, kind: 'text' },
    ],
    rows: lines,
  }
}

/** Returns when and for whom the report was made, and by which clock its times are. */
export function madeText(
  { zone, madeFor }: Pick<ReportRequest, 'madeFor' | 'zone'>,
  { texts: { pdf }, language }: ReportNames,
  now: number,
): string {
  return `${zone} · ${filled(pdf.made, { time: clockIn(now, { zone, language }), name: madeFor })}`
}

function clockIn(at: number, by: { readonly zone: string; readonly language: Language }): string {
  return `${instantText(at, by)} (UTC${offsetAt(at, by.zone)})`
}

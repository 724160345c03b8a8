import { TRUST_KINDS, trustShares, type TrustTimes } from '#engine/loss/trust.ts'
import type { LossSums } from '#server/loss/lossList.store.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { durationText } from './clockText.ts'
import type { ReportCell, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent, plannedTimeOf, together } from './reportRecords.ts'

/** Returns what the stops of the shifts come to: how many and how long, how much of the planned time, between and after failures, and how their reasons were given (Y-6). */
export function keyFigures({
  rows,
  sums,
  trust,
  names,
}: {
  readonly rows: readonly ReportRow[]
  readonly sums: LossSums
  readonly trust: TrustTimes
  readonly names: ReportNames
}): ReportTable {
  const { sheets, columns, key, trust: words } = names.texts
  const { mttrMs, mtbfMs } = together(rows).figures
  const plannedMs = plannedTimeOf(rows)
  const duration = (ms: number | null): string => (ms === null ? '–' : durationText(ms))
  const number = new Intl.NumberFormat(names.language, { maximumFractionDigits: 2 })
  const share = (fraction: number | null): string => {
    const shown = percent(fraction)
    return shown === null ? '–' : `${number.format(shown)} %`
  }
  const shares = trustShares(trust)
  const lines: readonly (readonly ReportCell[])[] = [
    [key.stops, number.format(sums.count)],
    [key.stopped, duration(sums.stoppedMs)],
    [columns.ofPlanned, share(plannedMs > 0 ? sums.stoppedMs / plannedMs : null)],
    [key.explained, share(sums.stoppedMs === 0 ? null : sums.explainedMs / sums.stoppedMs)],
    [key.mttr, duration(mttrMs)],
    [key.mtbf, duration(mtbfMs)],
    ...TRUST_KINDS.flatMap((kind) => {
      const found = shares.find((one) => one.kind === kind)
      return found === undefined ? [] : [[`${key.given}: ${words[kind]}`, `${number.format(found.shownPercent)} %`]]
    }),
  ]
  return {
    name: sheets.key,
    columns: [
      { title: columns.name, kind: 'text' },
      { title: columns.value, kind: 'text' },
    ],
    rows: lines,
  }
}

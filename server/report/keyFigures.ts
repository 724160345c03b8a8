import { TRUST_KINDS, trustShares, type TrustTimes } from '#engine/loss/trust.ts'
import { untrackedStopMs } from '#engine/oee/untrackedStops.ts'
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
  const { sheets, columns, key, causes } = names.texts
  const { figures, sums: terms } = together(rows)
  const { mttrMs, mtbfMs } = figures
  const untrackedMs = untrackedStopMs(terms, sums.stoppedMs)
  const plannedMs = plannedTimeOf(rows)
  const duration = (ms: number | null): string => (ms === null ? '–' : durationText(ms))
  const number = new Intl.NumberFormat(names.language, { maximumFractionDigits: 2 })
  const shareText = (fraction: number | null): string => {
    const shown = percent(fraction)
    return shown === null ? '–' : `${number.format(shown)} %`
  }
  const lines: readonly (readonly ReportCell[])[] = [
    [key.stops, number.format(sums.count)],
    [key.stopped, duration(sums.stoppedMs)],
    [columns.ofPlanned, shareText(plannedMs > 0 ? sums.stoppedMs / plannedMs : null)],
    [key.explained, shareText(sums.stoppedMs === 0 ? null : sums.explainedMs / sums.stoppedMs)],
    [key.mttr, duration(mttrMs)],
    [key.mtbf, duration(mtbfMs)],
    ...(untrackedMs > 0 ? [[causes.NOT_TRACKED, durationText(untrackedMs)]] : []),
    ...trustLines(trust, names).map(([kind, share]) => [`${key.given}: ${kind}`, share]),
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

/** Returns how the reasons of stops were given, each way with its share of their time; the shares add up to 100 % (domain.md S-92). */
export function trustLines(trust: TrustTimes, { texts, language }: ReportNames): readonly (readonly [string, string])[] {
  const shares = trustShares(trust)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return TRUST_KINDS.flatMap((kind) => {
    const found = shares.find((one) => one.kind === kind)
    return found === undefined ? [] : [[texts.trust[kind], `${number.format(found.shownPercent)} %`] as const]
  })
}

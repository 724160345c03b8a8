import type { LossTotals } from '#engine/loss/lossPareto.ts'
import { nameOfFigure, PROVEN_FACTORS, type ProvenFactor, type ProvenShift } from '#engine/report/provenFigure.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { statusOf } from '../efficiencyContent.ts'
import type { ReportHeadline } from '../headline.ts'
import { percent, together } from '../reportRecords.ts'

/** What a report told, to be told again: figures by their names, and the shifts that they are made of. */
export type ReportProof = {
  readonly figures: Readonly<Record<string, number | null>>
  readonly shifts: readonly ProvenShift[]
  /** What an e-mail says of it; null = it was made before e-mails did. */
  readonly headline: ReportHeadline | null
}

const KEYS = { OEE: 'oee', AVAILABILITY: 'availability', PERFORMANCE: 'performance', QUALITY: 'quality' } as const

/** Returns the factor of the shifts together in percent, as a report tells it. */
export function factorOf(rows: readonly ReportRow[], factor: ProvenFactor): number | null {
  return percent(together(rows).figures[KEYS[factor]])
}

/** Returns the factors of all shifts together and of each work center, by name; the OEE of a single shift stands with the shift. */
export function factorFigures(rows: readonly ReportRow[]): Record<string, number | null> {
  const groups: readonly (readonly [number | null, readonly ReportRow[]])[] = [
    [null, rows],
    ...Map.groupBy(rows, ({ workCenter }) => workCenter.id),
  ]
  return Object.fromEntries(
    groups.flatMap(([workCenterId, own]) => {
      const { figures } = together(own)
      return PROVEN_FACTORS.map((factor) => [nameOfFigure({ factor, workCenterId, shiftStart: null }), percent(figures[KEYS[factor]])])
    }),
  )
}

/** Returns the stopped time in ms of all reasons and of each, by name. */
export function lostFigures(totals: readonly LossTotals[]): Record<string, number> {
  const whole = totals.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return Object.fromEntries([
    [nameOfFigure({ factor: 'LOST', reason: null }), whole],
    ...totals.map((row) => [nameOfReason(row), row.durationMs] as const),
  ])
}

/** Returns the name of the stopped time of a row of reasons. */
export function nameOfReason({ reasonId, classification }: Pick<LossTotals, 'classification' | 'reasonId'>): string {
  return nameOfFigure({ factor: 'LOST', reason: reasonId ?? classification })
}

/** Returns the shift as a report tells it. */
export function provenShift(row: ReportRow): ProvenShift {
  const { record, stat } = row
  return {
    workCenterId: record.workCenterId,
    start: record.shift.start,
    revision: record.revision,
    status: statusOf(row),
    oee: percent(stat.figures.oee),
    accepted: roundUnits(record.terms.output.accepted),
  }
}

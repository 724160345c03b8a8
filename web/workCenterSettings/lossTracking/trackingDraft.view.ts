import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { reasonByDuration } from '#engine/loss/trackingRule.ts'
import { isTimeUnit, TIME_UNIT_MS, type TimeUnit } from '#engine/loss/timeUnit.ts'
import { type TrackingRowEntry, validateTrackingRows } from '#engine/loss/validateTrackingRows.ts'
import type { LossTrackingRuleRowInput, SettingsLossTrackingQuery } from '#web/api/generated/graphql.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

export type TrackingRule = SettingsLossTrackingQuery['lossTrackingRules'][number]

/** A row as it is typed; an empty end is without end. */
export type RowDraft = {
  readonly key: string
  readonly reasonId: string
  readonly from: string
  readonly fromUnit: TimeUnit
  readonly to: string
  readonly toUnit: TimeUnit
}

/** Returns the rows of a stored rule as they are typed. */
export function rowsOf(rule: TrackingRule | null): readonly RowDraft[] {
  return (rule?.rows ?? []).map((row, at) => ({
    key: `row-${at}`,
    reasonId: String(row.reasonId),
    from: String(row.durationFrom),
    fromUnit: unitOf(row.durationFromMeasurementUnitCode),
    to: row.durationTo == null ? '' : String(row.durationTo),
    toUnit: unitOf(row.durationToMeasurementUnitCode),
  }))
}

/** Returns whether two lists of rows say the same. */
export function isSameRows(one: readonly RowDraft[], other: readonly RowDraft[]): boolean {
  const plain = (rows: readonly RowDraft[]) =>
    JSON.stringify(rows.map(({ reasonId, from, fromUnit, to, toUnit }) => [reasonId, from, fromUnit, to, toUnit]))
  return plain(one) === plain(other)
}

/** Returns a new row that begins where the last one ends. */
export function nextRow(rows: readonly RowDraft[], key: string): RowDraft {
  const last = rows.at(-1)
  if (last === undefined) return { key, reasonId: '', from: '0', fromUnit: 'min', to: '', toUnit: 'min' }
  return { key, reasonId: '', from: last.to, fromUnit: last.toUnit, to: '', toUnit: last.toUnit }
}

export type CheckedRows = {
  /** The rows ascending in ms, null when something is wrong. */
  readonly entries: readonly TrackingRowEntry[] | null
  /** What is wrong, by `<row>.<part>`. */
  readonly problems: ReadonlyMap<string, FieldProblem>
}

/** Returns the rows checked by the same rules that the server has: a reason in each, durations in their range, no overlap (domain.md S-23a). */
export function checkRows(rows: readonly RowDraft[]): CheckedRows {
  const problems = new Map<string, FieldProblem>()
  for (const [at, row] of rows.entries()) {
    if (row.reasonId === '') problems.set(`${at}.reasonId`, { code: 'REQUIRED', field: 'reasonId' })
    if (!isNumber(row.from))
      problems.set(`${at}.durationFrom`, { code: row.from.trim() === '' ? 'REQUIRED' : 'INVALID_FORMAT', params: { example: '5' } })
    if (row.to.trim() !== '' && !isNumber(row.to)) problems.set(`${at}.durationTo`, { code: 'INVALID_FORMAT', params: { example: '5' } })
  }
  if (rows.length === 0) return { entries: [], problems }
  const isReadable = [...problems.values()].every(({ code, field }) => code === 'REQUIRED' && field === 'reasonId')
  if (!isReadable) return { entries: null, problems }
  const found = validateTrackingRows(
    rows.map((row) => ({
      reasonId: asId<LossReasonId>(Number(row.reasonId)),
      from: numberOf(row.from),
      fromUnit: row.fromUnit,
      to: row.to.trim() === '' ? null : numberOf(row.to),
      toUnit: row.toUnit,
    })),
  )
  if (!('code' in found)) return { entries: found, problems }
  problems.set((found.field ?? 'rows').replace(/^rows\./, ''), found)
  return { entries: null, problems }
}

/** Returns the rows as the API takes them. */
export function toRowInputs(rows: readonly RowDraft[]): LossTrackingRuleRowInput[] {
  return rows.map((row) => ({
    reasonId: Number(row.reasonId),
    durationFrom: numberOf(row.from),
    durationTo: row.to.trim() === '' ? null : numberOf(row.to),
    durationFromMeasurementUnitCode: row.fromUnit,
    durationToMeasurementUnitCode: row.toUnit,
  }))
}

/** A piece of the bar of durations: where it is, 0 to 1, and the reason that a stop of such a length gets; null = it stays unclassified. */
export type BarPart = {
  readonly key: string
  readonly left: number
  readonly width: number
  readonly reasonId: number | null
  readonly fromMs: number
  readonly toMs: number | null
}

/** The scale of the bar: durations up to this are about as wide as all that is longer by the same factor. */
const SCALE_MS = 60_000
const END_FACTOR = 2.2

/** Returns the bar from 0 to without end: ascending, without holes, short durations spread as wide as long ones. */
export function barOf(entries: readonly TrackingRowEntry[]): readonly BarPart[] {
  const last = entries.reduce((most, { fromMs, toMs }) => Math.max(most, fromMs, toMs ?? 0), 10 * SCALE_MS)
  const place = (ms: number | null) => (ms === null ? 1 : Math.log1p(ms / SCALE_MS) / Math.log1p((last * END_FACTOR) / SCALE_MS))
  const parts: BarPart[] = []
  const put = (fromMs: number, toMs: number | null, reasonId: number | null) => {
    if (toMs !== null && toMs <= fromMs) return
    parts.push({ key: `${fromMs}`, left: place(fromMs), width: place(toMs) - place(fromMs), reasonId, fromMs, toMs })
  }
  let covered: number | null = 0
  for (const { fromMs, toMs, reasonId } of entries) {
    if (covered !== null) put(covered, fromMs, null)
    put(fromMs, toMs, reasonId)
    covered = toMs
  }
  if (covered !== null) put(covered, null, null)
  return parts
}

/** Returns the reason that a stop of the duration would get, null = it stays unclassified. */
export function reasonOf(entries: readonly TrackingRowEntry[], durationMs: number): number | null {
  return reasonByDuration(entries, durationMs)
}

/** Returns the ms of a typed duration, null for what is none. */
export function durationMs(text: string, unit: TimeUnit): number | null {
  return isNumber(text) && numberOf(text) >= 0 ? numberOf(text) * TIME_UNIT_MS[unit] : null
}

function unitOf(code: string): TimeUnit {
  return isTimeUnit(code) ? code : 'min'
}

function numberOf(text: string): number {
  return Number(text.trim().replace(',', '.'))
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(numberOf(text))
}

import type { LossReasonId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { LossTrackingRow } from './lossSetup.ts'
import { isTimeUnit, TIME_UNIT_MS } from './timeUnit.ts'
import type { TimeUnit } from './timeUnit.ts'

/** A row as entered: values in their units, `to` null = no end. */
export type TrackingRowDraft = {
  readonly reasonId: LossReasonId
  readonly from: number
  readonly fromUnit: string
  readonly to: number | null
  readonly toUnit: string
}

/** A row as it is stored: with the units in which it is shown. */
export type TrackingRowEntry = LossTrackingRow & { readonly fromUnit: TimeUnit; readonly toUnit: TimeUnit }

export const MAX_TRACKING_ROWS = 20
/** A stop that lasts longer has no more records (engine/advance.ts), so a row above it would never apply. */
export const MAX_TRACKING_MS = 31 * 86_400_000

/**
 * Returns the rows ascending in ms, or the first problem: none or more than 20 rows, an unknown unit, a duration outside 0 to 31 days, an end not
 * after its start, overlapping rows (domain.md S-23a). Fields are `rows.<position as entered>.<part>`.
 */
export function validateTrackingRows(drafts: readonly TrackingRowDraft[]): readonly TrackingRowEntry[] | Problem {
  if (drafts.length === 0) return { code: 'REQUIRED', field: 'rows' }
  if (drafts.length > MAX_TRACKING_ROWS) return { code: 'LENGTH_OUT_OF_RANGE', field: 'rows', params: { min: 1, max: MAX_TRACKING_ROWS } }
  const entries: { readonly entry: TrackingRowEntry; readonly at: number }[] = []
  for (const [at, draft] of drafts.entries()) {
    const entry = toEntry(draft, `rows.${at}`)
    if ('code' in entry) return entry
    entries.push({ entry, at })
  }
  const sorted = entries.toSorted((left, right) => left.entry.fromMs - right.entry.fromMs)
  for (const [index, { entry, at }] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before === undefined || (before.entry.toMs !== null && before.entry.toMs <= entry.fromMs)) continue
    return { code: 'LOSS_TRACKING_ROWS_OVERLAP', field: `rows.${at}.durationFrom`, params: { row: at + 1, otherRow: before.at + 1 } }
  }
  return sorted.map(({ entry }) => entry)
}

function toEntry(draft: TrackingRowDraft, field: string): TrackingRowEntry | Problem {
  const { reasonId, fromUnit, toUnit } = draft
  if (!isTimeUnit(fromUnit))
    return { code: 'INVALID_FORMAT', field: `${field}.durationFromMeasurementUnitCode`, params: { example: 'min' } }
  if (!isTimeUnit(toUnit)) return { code: 'INVALID_FORMAT', field: `${field}.durationToMeasurementUnitCode`, params: { example: 'min' } }
  const fromMs = Math.round(draft.from * TIME_UNIT_MS[fromUnit])
  const maxFrom = MAX_TRACKING_MS / TIME_UNIT_MS[fromUnit]
  if (!(fromMs >= 0 && fromMs < MAX_TRACKING_MS)) {
    return { code: 'VALUE_OUT_OF_RANGE', field: `${field}.durationFrom`, params: { value: draft.from, min: 0, max: maxFrom } }
  }
  if (draft.to === null) return { reasonId, fromMs, toMs: null, fromUnit, toUnit }
  const toMs = Math.round(draft.to * TIME_UNIT_MS[toUnit])
  if (!(toMs > fromMs && toMs <= MAX_TRACKING_MS)) {
    const params = { value: draft.to, above: fromMs / TIME_UNIT_MS[toUnit], max: MAX_TRACKING_MS / TIME_UNIT_MS[toUnit] }
    return { code: 'VALUE_OUT_OF_RANGE', field: `${field}.durationTo`, params }
  }
  return { reasonId, fromMs, toMs, fromUnit, toUnit }
}

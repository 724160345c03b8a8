import { MINUTE_MS } from '#engine/time/durations.ts'
import type { CreateLossInput, SilenceOfWorkCenterQuery } from '#web/api/generated/graphql.ts'
import { instantOf, wallText } from '#web/parts/period/zoneDay.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { LossRow } from '../lossRow.ts'

/** What a person enters: wall times of the plant as `2026-05-04T06:30`, and ids as their fields hold them. */
export type ManualFields = {
  readonly workCenterId: string
  readonly timeStart: string
  readonly timeEnd: string
  readonly reasonId: string
  readonly comment: string
}

/** `[start, end)` in UTC ms. */
export type Span = { readonly start: number; readonly end: number }

/** Shorter silence is no downtime that anybody asks about. */
const SILENCE_MS = 5 * MINUTE_MS
const OFFERED = 3

/** Returns the form of a loss that was entered, or an empty one. */
export function fieldsOf(row: LossRow | null, workCenterId: number | null): ManualFields {
  if (row === null)
    return { workCenterId: workCenterId === null ? '' : String(workCenterId), timeStart: '', timeEnd: '', reasonId: '', comment: '' }
  const { loss, stop } = row
  const { start, end } = spanOf(row)
  const zone = loss.workCenter.timeZone
  return {
    workCenterId: String(stop.workCenterId),
    timeStart: wallText(start, zone),
    timeEnd: wallText(end, zone),
    reasonId: stop.reasonId === null ? '' : String(stop.reasonId),
    comment: stop.comment ?? '',
  }
}

/** Returns which fields were left empty. */
export function missingIn(fields: ManualFields): readonly FieldProblem[] {
  return (['workCenterId', 'timeStart', 'timeEnd', 'reasonId'] as const)
    .filter((field) => fields[field] === '')
    .map((field) => ({ code: 'REQUIRED', field }))
}

/** Returns the time that the fields say, null until both ends are there. A time that was not touched keeps its seconds. */
export function spanOfFields(fields: ManualFields, zone: string, row: LossRow | null): Span | null {
  if (fields.timeStart === '' || fields.timeEnd === '') return null
  const known = row === null ? null : spanOf(row)
  const instant = (text: string, before: number | undefined) =>
    before !== undefined && wallText(before, zone) === text ? before : instantOf(zone, Date.parse(`${text}Z`))
  return { start: instant(fields.timeStart, known?.start), end: instant(fields.timeEnd, known?.end) }
}

/** Returns what to send. */
export function inputOf(fields: ManualFields, { start, end }: Span, row: LossRow | null): CreateLossInput {
  return {
    workCenterId: Number(fields.workCenterId),
    timeStart: new Date(start).toISOString(),
    timeEnd: new Date(end).toISOString(),
    reasonId: Number(fields.reasonId),
    ...(fields.comment.trim() !== '' && { comment: fields.comment.trim() }),
    ...(row !== null && { replacesId: row.stop.id, replacesVersion: row.stop.version }),
  }
}

/** Returns the last silences that are long enough to be worth a loss, the latest first, in whole minutes. */
export function silencesToOffer(statuses: SilenceOfWorkCenterQuery['statusTimeline'], now: number): readonly Span[] {
  return statuses
    .filter(({ kind }) => kind === 'NO_DATA')
    .map(({ timeStart, timeEnd }) => ({
      start: Math.ceil(Date.parse(timeStart) / MINUTE_MS) * MINUTE_MS,
      end: Math.floor((timeEnd == null ? now : Date.parse(timeEnd)) / MINUTE_MS) * MINUTE_MS,
    }))
    .filter(({ start, end }) => end - start >= SILENCE_MS)
    .toSorted((left, right) => right.start - left.start)
    .slice(0, OFFERED)
}

function spanOf({ loss, stop }: LossRow): Span {
  const { manualPeriod } = loss
  if (manualPeriod == null) return { start: stop.start, end: stop.end ?? stop.start }
  return { start: Date.parse(manualPeriod.timeStart), end: Date.parse(manualPeriod.timeEnd) }
}

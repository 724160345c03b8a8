import type { LossReasonId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { intersect, subtract, type Interval } from '#engine/time/interval.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { statusAnnotations, type AnnotationDraft, type AnnotationEdits } from './annotationEdits.ts'
import type { LossAnnotation } from './lossSetup.ts'

/** Time in one status of the work center's timeline. `end` = now for the open one. */
export type TimelinePart = Interval & { readonly kind: StatusKind; readonly isEffective: boolean }

/**
 * Returns the problems of a manual loss over `[start, end)`, none when it is allowed (domain.md S-32): not empty, whole seconds, not after `now`,
 * inside one shift, and only where the machine neither worked nor was never heard. `statuses` cover at least the range.
 */
export function validateManualLoss(input: {
  readonly start: number
  readonly end: number
  readonly now: number
  readonly shifts: readonly Interval[]
  readonly statuses: readonly TimelinePart[]
}): Problem[] {
  const { start, end, now, shifts, statuses } = input
  const params = { from: start, to: end }
  if (!(start < end)) return [{ code: 'LOSS_RANGE_EMPTY', field: 'timeEnd', params }]
  if (start % SECOND_MS !== 0) return [{ code: 'LOSS_NOT_WHOLE_SECONDS', field: 'timeStart', params: { at: start } }]
  if (end % SECOND_MS !== 0) return [{ code: 'LOSS_NOT_WHOLE_SECONDS', field: 'timeEnd', params: { at: end } }]
  if (end > now) return [{ code: 'LOSS_IN_FUTURE', field: 'timeEnd', params: { at: end, to: now } }]
  if (!shifts.some((shift) => shift.start <= start && end <= shift.end)) return [{ code: 'LOSS_OUTSIDE_SHIFT', field: 'timeStart', params }]
  const range = { start, end }
  for (const status of statuses) {
    const worked = status.isEffective ? intersect(range, status) : null
    if (worked) return [{ code: 'LOSS_OVER_EFFECTIVE_TIME', field: 'timeStart', params: { from: worked.start, to: worked.end } }]
  }
  const [unknown] = subtract(range, statuses)
  return unknown ? [{ code: 'LOSS_OVER_UNKNOWN_TIME', field: 'timeStart', params: { from: unknown.start, to: unknown.end } }] : []
}

/**
 * Returns the annotations to write for a manual loss (domain.md S-32, E-47). Earlier annotations of the same time give way, so that none overlap;
 * silence in the range becomes downtime. Its edges stay at the clock.
 */
export function manualLossAnnotation(
  range: Interval & { readonly reasonId: LossReasonId | null },
  annotations: readonly LossAnnotation[],
): AnnotationEdits {
  const { start, end, reasonId } = range
  const removed: LossAnnotation['id'][] = []
  const changed: (AnnotationDraft & { id: LossAnnotation['id'] })[] = []
  const added: AnnotationDraft[] = [
    {
      source: 'STATUS',
      start,
      end,
      startsWithStop: false,
      endsWithStop: false,
      reasonId,
      isManual: true,
      shareMs: null,
      shareUnits: null,
      isOfLoss: true,
    },
  ]
  for (const { id, ...said } of statusAnnotations(annotations)) {
    if (!intersect({ start: said.start, end: said.end ?? Infinity }, range)) continue
    const before = said.start < start ? [{ ...said, end: start, endsWithStop: false, isOfLoss: false }] : []
    const after = (said.end ?? Infinity) > end ? [{ ...said, start: end, startsWithStop: false, isOfLoss: false }] : []
    const [first, ...rest] = [...before, ...after]
    if (first) changed.push({ ...first, id })
    else removed.push(id)
    added.push(...rest)
  }
  return { removed, changed, added: added.sort((a, b) => a.start - b.start) }
}

/** A loss that a manual one would lie over. */
export type CoveredLoss<Loss> = {
  readonly loss: Loss
  /** How much of it the manual loss takes. */
  readonly ms: number
  readonly isWhole: boolean
}

/** What a manual loss would do: to which losses, and how much silence it would make downtime. */
export type ManualLossEffects<Loss> = { readonly covered: readonly CoveredLoss<Loss>[]; readonly silenceMs: number }

/** Returns what a manual loss over the range would do to the losses and the silence in it. `now` ends a loss that goes on. */
export function manualLossEffects<Loss extends { readonly start: number; readonly end: number | null }>(
  range: Interval,
  losses: readonly Loss[],
  statuses: readonly TimelinePart[],
  now: number,
): ManualLossEffects<Loss> {
  const spans = losses.map(({ start, end }) => ({ start, end: end ?? now }))
  const covered = losses.flatMap((loss): CoveredLoss<Loss>[] => {
    const whole = { start: loss.start, end: loss.end ?? now }
    const part = intersect(range, whole)
    if (!part) return []
    return [{ loss, ms: part.end - part.start, isWhole: part.start === whole.start && part.end === whole.end && loss.end !== null }]
  })
  const silent = statuses.flatMap((status) => (status.kind === 'NO_DATA' ? (intersect(range, status) ?? []) : []))
  const silenceMs = silent.flatMap((part) => subtract(part, spans)).reduce((sum, { start, end }) => sum + end - start, 0)
  return { covered, silenceMs }
}

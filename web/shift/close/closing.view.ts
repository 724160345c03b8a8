import type { LossFieldsFragment, ShiftStatus, StatusFieldsFragment } from '#web/api/generated/graphql.ts'
import type { ShiftIssueCode } from '#engine/shift/blockingIssues.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { type ClassifiedLoss, lossClassification } from '#web/parts/lossClassification.ts'
import { CLOSING_STEPS, type ClosingStep } from './closingSteps.ts'

/** Silence that is worth a word. */
const SILENCE_MS = 5 * MINUTE_MS
/** A stop this long is looked at although a rule explained it. */
const LONG_MS = 30 * MINUTE_MS

/** A loss as the closing of its shift needs it. */
export type ClosingLoss = LossFieldsFragment & {
  readonly reason?: (NonNullable<LossFieldsFragment['reason']> & { readonly requireExtraNotes: boolean }) | null
}

/** What closing a shift finds in it. */
export type Findings = {
  readonly status: ShiftStatus
  readonly isRecalculating: boolean
  readonly stops: number
  readonly silences: number
  readonly looks: number
  /** Stretches of output and rejects that somebody should see to, and what is noted of them. */
  readonly outputs: number
  /** Tasks and checklists that are open. */
  readonly tasks: number
  /** Steps whose work holds the confirmation up. */
  readonly heldUpBy: ReadonlySet<ClosingStep>
  /** What the shift before left, until somebody said that it was read. */
  readonly openItems: number
}

/** A step, and how much there is to do in it. */
export type StepState = { readonly key: ClosingStep; readonly work: number }

/** Returns the steps with what is to do in each; a step that was passed has nothing to do any more, unless it holds the confirmation up. */
export function stepsOf(found: Findings, passed: ReadonlySet<ClosingStep>): readonly StepState[] {
  const work: Record<ClosingStep, number> = {
    ready: found.isRecalculating ? 1 : 0,
    stops: found.stops,
    silence: found.silences,
    look: found.looks,
    output: found.outputs,
    tasks: found.tasks,
    // They are looked at; nothing in them can be done here.
    numbers: 0,
    handover: found.openItems,
    confirm: 0,
  }
  return CLOSING_STEPS.map((key) => ({ key, work: passed.has(key) && !found.heldUpBy.has(key) ? 0 : work[key] }))
}

/** Returns the steps whose work holds the confirmation up: passing them by leaves it there. */
export function heldUpBy(found: {
  readonly isRecalculating: boolean
  readonly hasStops: boolean
  readonly issues: readonly { readonly code: ShiftIssueCode }[]
}): ReadonlySet<ClosingStep> {
  const steps = found.issues.map(({ code }) => STEP_OF_ISSUE[code])
  return new Set([...(found.isRecalculating ? (['ready'] as const) : []), ...(found.hasStops ? (['stops'] as const) : []), ...steps])
}

/** Where an issue of the shift is put right. */
export const STEP_OF_ISSUE: Readonly<Record<ShiftIssueCode, ClosingStep>> = {
  OPEN_CHECKLISTS: 'tasks',
  OUTPUT_WITHOUT_JOB_ORDER: 'output',
  PENDING_TASKS: 'tasks',
  QUALITY_LOSSES_WITHOUT_REASON: 'output',
  UNCLASSIFIED_LOSSES: 'stops',
  UNCONFIRMED_OUTPUT: 'output',
}

/** Returns the step to show: the one asked for, else the first with work, else the confirmation. */
export function shownStep(steps: readonly StepState[], asked: ClosingStep | ''): ClosingStep {
  return asked === '' ? (steps.find(({ work }) => work > 0)?.key ?? 'confirm') : asked
}

/** Returns the step after one: the next with work, else the confirmation. */
export function stepAfter(steps: readonly StepState[], step: ClosingStep): ClosingStep {
  const at = CLOSING_STEPS.indexOf(step)
  return steps.find(({ key, work }) => CLOSING_STEPS.indexOf(key) > at && work > 0)?.key ?? 'confirm'
}

/** Returns whether the stop waits for a reason, so that it holds the confirmation up (domain.md S-45). */
export function isToExplain(loss: ClassifiedLoss): boolean {
  return lossClassification(loss) === 'UNCLASSIFIED'
}

/** Returns the stretches without data that are worth a word, ascending; an open one lasts until `now`. */
export function silencesOf(
  statuses: readonly Pick<StatusFieldsFragment, 'kind' | 'timeEnd' | 'timeStart'>[],
  now: number,
): readonly { readonly start: number; readonly end: number }[] {
  return statuses
    .filter(({ kind }) => kind === 'NO_DATA')
    .map(({ timeStart, timeEnd }) => ({ start: Date.parse(timeStart), end: timeEnd == null ? now : Date.parse(timeEnd) }))
    .filter(({ start, end }) => end - start >= SILENCE_MS)
    .toSorted((left, right) => left.start - right.start)
}

export type LookWhy = 'critical' | 'invalid' | 'longByRule' | 'noComment'

/**
 * Returns the stops that are worth a look although nothing holds them up: what people said of stops that are no longer there (`invalid`), critical ones, long
 * ones that a rule explained, and those that lack a comment.
 */
export function worthALook(
  losses: readonly ClosingLoss[],
  invalid: readonly ClosingLoss[],
): readonly { readonly loss: ClosingLoss; readonly why: LookWhy }[] {
  const found = losses.flatMap((loss) => {
    const why = lookWhy(loss)
    return why === null ? [] : [{ loss, why }]
  })
  return [...invalid.map((loss) => ({ loss, why: 'invalid' as const })), ...found]
}

function lookWhy(loss: ClosingLoss): LookWhy | null {
  if (loss.isApproved || loss.reason == null) return null
  if (loss.reason.requireExtraNotes && (loss.comment ?? '').trim() === '') return 'noComment'
  if (loss.lossLevel === 3) return 'critical'
  const length = loss.timeEnd == null ? 0 : Date.parse(loss.timeEnd) - Date.parse(loss.timeStart)
  return loss.reasonSource === 'RULE' && length >= LONG_MS ? 'longByRule' : null
}

/** Returns the rows of stops in the order in which they are explained: bundles first, then the longest. */
export function bundlesFirst<Row extends { readonly stops: readonly unknown[]; readonly start: number; readonly stoppedMs: number | null }>(
  rows: readonly Row[],
  now: number,
): readonly Row[] {
  const lengthOf = ({ start, stoppedMs }: Row) => stoppedMs ?? now - start
  return rows.toSorted(
    (left, right) =>
      Number(right.stops.length > 1) - Number(left.stops.length > 1) || lengthOf(right) - lengthOf(left) || left.start - right.start,
  )
}

/** What of a shift another person may have changed while it was being closed. */
export type Seen = { readonly status: ShiftStatus; readonly comment: string | null; readonly revision: number }

export type SeenChange = 'comment' | 'confirmed' | 'reopened'

/** Returns what another person changed since it was seen, in a word for each. */
export function changedSince(seen: Seen, now: Seen): readonly SeenChange[] {
  return [
    ...(now.status === 'CONFIRMED' && seen.status !== 'CONFIRMED' ? (['confirmed'] as const) : []),
    ...(now.status !== 'CONFIRMED' && now.revision > seen.revision ? (['reopened'] as const) : []),
    ...((now.comment ?? '') === (seen.comment ?? '') ? [] : (['comment'] as const)),
  ]
}

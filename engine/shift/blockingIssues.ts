import { classificationOf } from '#engine/loss/lossKind.ts'
import type { LossLevel, LossSource } from '#engine/facts.ts'

export const SHIFT_ISSUES = [
  'OPEN_CHECKLISTS',
  'OUTPUT_WITHOUT_JOB_ORDER',
  'PENDING_TASKS',
  'QUALITY_LOSSES_WITHOUT_REASON',
  'UNCLASSIFIED_LOSSES',
  'UNCONFIRMED_OUTPUT',
] as const
/** What a shift lacks before it can be confirmed without a word (domain.md S-45). */
export type ShiftIssueCode = (typeof SHIFT_ISSUES)[number]

/** `ids` are those of occurrences of checklists, output segments, tasks or losses, depending on the code; ascending and never empty. */
export type ShiftIssue = { readonly code: ShiftIssueCode; readonly count: number; readonly ids: readonly number[] }

/** What of a loss decides whether it holds up its shift. */
export type ShiftLoss = {
  readonly id: number
  readonly source: LossSource
  /** By a person, a rule, also a provisional one, or the flag of its status. */
  readonly isClassified: boolean
  readonly isValid: boolean
  readonly level: LossLevel
}

/** What of an output segment decides whether it holds up its shift. */
export type ShiftSegment = {
  readonly id: number
  /** What it is worth for figures, in units. */
  readonly total: number
  readonly hasJobOrder: boolean
  readonly isConfirmed: boolean
  /** Whether the device counts on in it. */
  readonly isOpen: boolean
}

export type ConfirmationRules = {
  /** `isProductionOrderRequiredForOutputIIoT` */
  readonly isJobOrderRequired: boolean
  /** `isOutputIIoTRequiredOnOutputConfirmation`, or output of the shift was confirmed: then all of it should be. */
  readonly isOutputConfirmed: boolean
  readonly isQualityReasonRequired: boolean
}

/**
 * Returns the issues that block the confirmation of a shift, by code (domain.md S-45): stops without a reason (except small stops and invalid
 * losses) and, as the rules ask, output without a job order, closed output without a confirmation, and rejects without a reason. A SPEED loss needs
 * no reason: its source explains it.
 */
export function blockingIssues(
  shift: { readonly losses: readonly ShiftLoss[]; readonly segments: readonly ShiftSegment[] },
  rules: ConfirmationRules,
): readonly ShiftIssue[] {
  const without = shift.losses.filter((loss) => loss.isValid && !loss.isClassified)
  const { withoutOrder, unconfirmed } = outputGaps(shift.segments)
  return [
    issueOf('OUTPUT_WITHOUT_JOB_ORDER', rules.isJobOrderRequired ? withoutOrder : []),
    issueOf('QUALITY_LOSSES_WITHOUT_REASON', rules.isQualityReasonRequired ? without.filter((loss) => loss.source === 'OUTPUT') : []),
    issueOf(
      'UNCLASSIFIED_LOSSES',
      without.filter((loss) => classificationOf({ ...loss, isScheduledLoss: false }, false) === 'UNCLASSIFIED'),
    ),
    issueOf('UNCONFIRMED_OUTPUT', rules.isOutputConfirmed ? unconfirmed : []),
  ].filter((issue) => issue.count > 0)
}

/** Returns the issues with the tasks and checklists that hold the shift up too, by code (domain.md T-6, CL-13). */
export function withHeldUp(
  issues: readonly ShiftIssue[],
  heldUpBy: { readonly taskIds: readonly number[]; readonly occurrenceIds: readonly number[] },
): readonly ShiftIssue[] {
  const more = [issueOf('OPEN_CHECKLISTS', idsOf(heldUpBy.occurrenceIds)), issueOf('PENDING_TASKS', idsOf(heldUpBy.taskIds))].filter(
    (issue) => issue.count > 0,
  )
  return more.length === 0
    ? issues
    : [...issues, ...more].toSorted((left, right) => SHIFT_ISSUES.indexOf(left.code) - SHIFT_ISSUES.indexOf(right.code))
}

function idsOf(ids: readonly number[]): readonly { readonly id: number }[] {
  return ids.map((id) => ({ id }))
}

/** Returns what output of a shift lacks, whatever the settings ask for. */
export function outputGaps(segments: readonly ShiftSegment[]): {
  readonly withoutOrder: readonly ShiftSegment[]
  readonly unconfirmed: readonly ShiftSegment[]
} {
  const output = segments.filter((segment) => segment.total > 0)
  return {
    withoutOrder: output.filter((segment) => !segment.hasJobOrder),
    unconfirmed: output.filter((segment) => !segment.isOpen && !segment.isConfirmed),
  }
}

function issueOf(code: ShiftIssueCode, found: readonly { readonly id: number }[]): ShiftIssue {
  return { code, count: found.length, ids: found.map((one) => one.id).sort((a, b) => a - b) }
}

import type { LossInterval, OutputSegment } from '#engine/facts.ts'
import type { LossAnnotationId, UserId } from '#engine/ids.ts'
import type { LossTrackingRule } from '#engine/loss/lossSetup.ts'

/** What a plan waits for (spec 001 §5). */
export const OPERATIONAL_EVENTS = ['COUNTER_RESET', 'LOSS_APPEARED'] as const
export type OperationalEvent = (typeof OPERATIONAL_EVENTS)[number]

export const OPERATIONAL_ACTIONS = ['CHOOSE_PRODUCTION_ORDER', 'CLASSIFY_LOSS'] as const
export type OperationalAction = (typeof OPERATIONAL_ACTIONS)[number]

/** What a person is asked to do after each event (domain.md T-1). */
export const ACTION_OF = {
  COUNTER_RESET: 'CHOOSE_PRODUCTION_ORDER',
  LOSS_APPEARED: 'CLASSIFY_LOSS',
} as const satisfies Record<OperationalEvent, OperationalAction>

export const TASK_STATUSES = ['PENDING', 'CLOSED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** Why a task is closed: what it asked for was done, somebody closed it, its shift was confirmed, late data took its subject away or no plan asks there any more (domain.md T-5). */
export const CLOSED_CAUSES = ['CONDITION', 'CONFIRMATION', 'GONE', 'PERSON'] as const
export type ClosedCause = (typeof CLOSED_CAUSES)[number]

export type TaskClosing = {
  readonly cause: ClosedCause
  /** ms UTC */
  readonly at: number
  /** null = no person: a rule, or data. */
  readonly by: UserId | null
  readonly comment: string | null
}

/** Which tasks follow from an event. */
export type OperationalPlan = {
  readonly event: OperationalEvent
  readonly isActive: boolean
  /** Since when it is active: what ended before asks nobody. */
  readonly activeFrom: number
  /** So old is what is asked about, if it has not ended before. */
  readonly delayMs: number
}

/** What a task is about. `end` null = it lasts. */
export type TaskSubject = { readonly start: number; readonly end: number | null }

export type TaskLoss = Pick<
  LossInterval,
  | 'annotationId'
  | 'chainStart'
  | 'end'
  | 'isScheduledLoss'
  | 'kind'
  | 'reasonId'
  | 'reasonSource'
  | 'shiftStart'
  | 'source'
  | 'start'
  | 'statusRuleId'
> & { readonly isValid: boolean }

/** How an output segment began, as far as tasks ask. */
export type SegmentOpening = 'COUNTER_RESET' | 'OTHER'

export type TaskSegment = Pick<OutputSegment, 'end' | 'jobOrderIds' | 'shiftStart' | 'start'> & {
  readonly units: number
  readonly opening: SegmentOpening
  /** Who gave it its order; null = nobody did, or it is not known. */
  readonly orderedBy: UserId | null
}

/** An order that reached what was planned; `end` null = it is still in progress. */
export type ReachedOrder = TaskSubject & { readonly shiftStart: number | null; readonly endedBy: UserId | null }

export type ConfirmedShift = {
  readonly shiftStart: number
  readonly at: number
  readonly by: UserId | null
  readonly comment: string | null
}

/** What decides the tasks of one work center. */
export type TaskFacts = {
  /** Ascending; with all pieces of a stop. */
  readonly losses: readonly TaskLoss[]
  /** Rows of reasons that are offered. */
  readonly trackingRules: readonly LossTrackingRule[]
  readonly segments: readonly TaskSegment[]
  readonly reachedOrders: readonly ReachedOrder[]
  readonly confirmedShifts: readonly ConfirmedShift[]
}

/** Who gave a reason, and when. */
export type SaidReason = { readonly id: LossAnnotationId; readonly at: number; readonly by: UserId | null }

/** A task as facts make it. Event, shift and start of the subject tell it from all others of its work center (domain.md T-2). */
export type DueTask = {
  readonly event: OperationalEvent
  readonly shiftStart: number | null
  readonly subject: TaskSubject
  /** Since when somebody is asked. */
  readonly dueAt: number
  /** Whether somebody is asked, or was; what is not only tells how a known task stands. */
  readonly isAsked: boolean
  /** null = it is pending. */
  readonly closed: TaskClosing | null
}

/** A task as it is kept. */
export type StoredTask = Omit<DueTask, 'isAsked'> & { readonly id: number }

/** Returns the status of a task. */
export function taskStatus({ closed }: Pick<DueTask, 'closed'>): TaskStatus {
  return closed === null ? 'PENDING' : 'CLOSED'
}

import type { LossAnnotationId, LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { LossSource } from '#engine/facts.ts'
import type { LossReason, ReasonName } from './lossReason.ts'

/** `[fromMs, toMs)` of the duration of a whole stop; `toMs` null = infinity (domain.md S-23). */
export type LossTrackingRow = { readonly reasonId: LossReasonId; readonly fromMs: number; readonly toMs: number | null }

/** Which reason stops of a status get by how long they last. A stop takes the version in force at its start (domain.md S-23). */
export type LossTrackingRule = {
  /** null = stops without a rule: Off and Undefined. */
  readonly statusRuleId: StatusRuleId | null
  readonly validFrom: number
  readonly validTo: number | null
  /** Ascending, half-open, without overlap; holes are unclassified. */
  readonly rows: readonly LossTrackingRow[]
}

/**
 * A person's input on the losses of a stretch of time, laid over the derived intervals (domain.md S-24, S-26, S-28, S-32). It applies to the
 * ineffective time in `[start, end)`. Annotations of source STATUS never overlap.
 */
export type LossAnnotation = {
  readonly id: LossAnnotationId
  readonly source: LossSource
  readonly start: number
  /** null = as long as the stop lasts. */
  readonly end: number | null
  /** Whether its edge is the stop's own, and moves with it when the stop is recalculated; a split point stays at the clock. */
  readonly startsWithStop: boolean
  readonly endsWithStop: boolean
  /** null = nothing said about the reason: rules decide. */
  readonly reasonId: LossReasonId | null
  /** Makes silence in its range downtime (domain.md S-32, E-47). */
  readonly isManual: boolean
  /** Part of a SPEED loss in ms, or of a SPEED or OUTPUT loss in units, when one such loss was split among reasons (domain.md S-29, S-30). */
  readonly shareMs: number | null
  readonly shareUnits: number | null
}

/** All that people and the company decide about losses of one work center. */
export type LossSetup = {
  readonly reasons: readonly LossReason[]
  /** Names of the reasons for the live view; figures do not depend on them. Left out where nobody looks. */
  readonly reasonNames?: ReadonlyMap<LossReasonId, ReasonName>
  readonly trackingRules: readonly LossTrackingRule[]
  /** Ascending by start. */
  readonly annotations: readonly LossAnnotation[]
  /** The reason that scheduled-loss statuses are classified by; null = planned, counted in OEE, without a reason (domain.md S-7, A-12). */
  readonly defaultPlannedReasonId: LossReasonId | null
}

/** Nothing decided: every stop is unclassified. */
export const NO_LOSS_SETUP: LossSetup = { reasons: [], trackingRules: [], annotations: [], defaultPlannedReasonId: null }

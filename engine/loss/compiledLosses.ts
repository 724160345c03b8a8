import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import { isSmallStopReason } from './lossKind.ts'
import type { PieceReason } from '#engine/oee/classifyPiece.ts'
import type { Calendar } from '#engine/time/calendar.ts'
import { statusAnnotations } from './annotationEdits.ts'
import type { LossReason } from './lossReason.ts'
import type { LossAnnotation, LossSetup, LossTrackingRule } from './lossSetup.ts'

/** What is decided about losses, arranged for looking it up. */
export type CompiledLosses = {
  readonly reasons: ReadonlyMap<LossReasonId, CompiledReason>
  /** By status; null = stops without a rule. */
  readonly rules: ReadonlyMap<StatusRuleId | null, readonly LossTrackingRule[]>
  /** Of stops, ascending by start. */
  readonly annotations: readonly LossAnnotation[]
  /** Annotations of losses that a person entered; these also hold over silence (domain.md S-32). */
  readonly manual: readonly LossAnnotation[]
  readonly defaultPlanned: CompiledReason | null
  /** Until where back an annotation moves when its stop begins earlier: the start of its shift (domain.md S-22, S-28). */
  readonly reachOf: (annotation: LossAnnotation) => number
}

/** A reason with the part that classes its time. */
export type CompiledReason = LossReason & { readonly piece: PieceReason }

/** Returns the loss setup arranged for the fold. */
export function compileLosses(losses: LossSetup, calendar: Calendar): CompiledLosses {
  const reasons = new Map(losses.reasons.map((reason) => [reason.id, { ...reason, piece: pieceReason(reason) }]))
  const annotations = statusAnnotations(losses.annotations)
  // Asked again for each stop before it, and finding a shift in the calendar is slow.
  const reaches = new Map<number, number>()
  return {
    reasons,
    rules: Map.groupBy(losses.trackingRules, (rule) => rule.statusRuleId),
    annotations,
    manual: annotations.filter((annotation) => annotation.isManual),
    defaultPlanned: losses.defaultPlannedReasonId === null ? null : (reasons.get(losses.defaultPlannedReasonId) ?? null),
    reachOf: ({ start }) => {
      const known = reaches.get(start)
      if (known !== undefined) return known
      const window = calendar.windowAt(start)
      const reach = window.shift ? window.start : start
      reaches.set(start, reach)
      return reach
    },
  }
}

/** Returns what of a reason decides where its time goes (domain.md D-4, D-9, D-10). */
export function pieceReason(reason: Pick<LossReason, 'type' | 'includeInOee' | 'activityTypes' | 'isSmallStop' | 'category'>): PieceReason {
  const { type, includeInOee, activityTypes } = reason
  return {
    type,
    includeInOee,
    isSmallStop: isSmallStopReason(reason),
    isSetup: activityTypes.includes('SETUP_TIME') || activityTypes.includes('CHANGEOVER_TIME'),
    isFailure: activityTypes.includes('BREAKDOWN_TIME'),
  }
}

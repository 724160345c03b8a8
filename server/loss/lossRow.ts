import type { Selectable } from 'kysely'
import { LOSS_LEVELS, LOSS_SOURCES, REASON_SOURCES } from '#engine/facts.ts'
import type { LossLevel, LossSource, ReasonSource } from '#engine/facts.ts'
import type { LossAnnotationId, LossReasonId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { Loss as LossTable } from '#server/db/schema.ts'
import type { StoredAnnotation } from './annotation.store.ts'

/** A piece of a stop, or a loss of speed or output, with its annotation. Instants are ms UTC, `end` null = open. */
export type Loss = {
  /** Negative: the remainder of an invalid loss, by its annotation. */
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
  readonly chainStart: number
  readonly shiftStart: number
  readonly part: number
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly isScheduledLoss: boolean
  readonly reasonId: LossReasonId | null
  readonly reasonSource: ReasonSource | null
  readonly isProvisional: boolean
  readonly annotationId: LossAnnotationId | null
  readonly level: LossLevel
  readonly comment: string | null
  readonly isApproved: boolean
  readonly isValid: boolean
  /** SPEED and OUTPUT: units lost. */
  readonly quantity: number | null
  /** SPEED and OUTPUT: what the units are worth; of a stop its time counts. */
  readonly durationMs: number | null
  readonly version: number
  readonly updatedBy: UserId | null
  readonly updatedOn: Date | null
}

/** A row of the table `loss`. */
export type LossRow = Selectable<LossTable>

/** Returns the loss of the row. */
export function toLoss(row: LossRow): Loss {
  return {
    id: row.id,
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    source: oneOf(LOSS_SOURCES, row.source),
    start: row.start_at,
    end: row.end_at,
    chainStart: row.chain_start_at,
    shiftStart: row.shift_start_at,
    part: row.part,
    kind: oneOf(STATUS_KINDS, row.kind),
    statusRuleId: row.status_rule_id === null ? null : asId<StatusRuleId>(row.status_rule_id),
    isScheduledLoss: row.is_scheduled_loss,
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    reasonSource: row.reason_source === null ? null : oneOf(REASON_SOURCES, row.reason_source),
    isProvisional: row.is_provisional,
    annotationId: row.annotation_id === null ? null : asId<LossAnnotationId>(row.annotation_id),
    level: LOSS_LEVELS.find((level) => level === row.level) ?? 2,
    comment: row.comment,
    isApproved: row.is_approved,
    isValid: row.is_valid,
    quantity: row.quantity,
    durationMs: row.duration_ms,
    version: row.version,
    updatedBy: row.updated_by === null ? null : asId<UserId>(row.updated_by),
    updatedOn: row.updated_on,
  }
}

/** Returns the annotation as the loss it described, of which nothing is left; it is in no sum (domain.md S-28). */
export function lossOfAnnotation(annotation: StoredAnnotation): Loss {
  const { id, workCenterId, source, start, end, reasonId, comment, isApproved, version, updatedBy, updatedOn } = annotation
  return {
    id: 0 - id,
    workCenterId,
    source,
    start,
    end,
    chainStart: start,
    shiftStart: start,
    part: 0,
    kind: 'UNDEFINED',
    statusRuleId: null,
    isScheduledLoss: false,
    reasonId,
    reasonSource: reasonId === null ? null : 'MANUAL',
    isProvisional: false,
    annotationId: id,
    level: 2,
    comment,
    isApproved,
    isValid: false,
    quantity: annotation.shareUnits,
    durationMs: annotation.shareMs,
    version,
    updatedBy,
    updatedOn,
  }
}

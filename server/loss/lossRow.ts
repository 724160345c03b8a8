import { LOSS_LEVELS } from '#engine/facts.ts'
import type { LossLevel, LossSource, ReasonSource } from '#engine/facts.ts'
import type { LossAnnotationId, LossReasonId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { Selected } from '#server/db/selection.ts'
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

/** The columns of a loss, each under its name in the code. */
export const LOSS_COLUMNS = [
  'start_at as start',
  'end_at as end',
  ...camelColumns(
    'id',
    'work_center_id',
    'source',
    'part',
    'kind',
    'status_rule_id',
    'is_scheduled_loss',
    'reason_id',
    'reason_source',
    'is_provisional',
    'annotation_id',
    'level',
    'comment',
    'is_approved',
    'is_valid',
    'quantity',
    'duration_ms',
    'version',
    'updated_by',
    'updated_on',
  ),
  'chain_start_at as chainStart',
  'shift_start_at as shiftStart',
] as const

/** A row of the table `loss`. */
export type LossRow = Selected<'loss', (typeof LOSS_COLUMNS)[number]>

/** Returns the loss of the row. */
export function toLoss(row: LossRow): Loss {
  return { ...row, kind: oneOf(STATUS_KINDS, row.kind), level: LOSS_LEVELS.find((level) => level === row.level) ?? 2 }
}

/** Returns the annotation as the loss it described, of which nothing is left; it is in no sum (domain.md S-28b). */
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
    // How long the time is around lost speed or rejects says nothing of them.
    durationMs: annotation.shareMs ?? (source === 'STATUS' ? null : 0),
    version,
    updatedBy,
    updatedOn,
  }
}

import { LOSS_LEVELS, REASON_SOURCES } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { LossAnnotationId, LossReasonId, StatusRuleId, UserId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { readPlace, storedNumber } from './lossPlace.ts'
import type { Loss } from './lossRow.ts'

/** Returns the loss as an edit stored it in JSON for its repetition. Fails on what is none: only edits write them. */
export function readStoredLoss(stored: unknown): Loss {
  const fields: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const number = (name: keyof Loss) => storedNumber(fields[name])
  const numberOrNull = (name: keyof Loss) => (fields[name] === null ? null : number(name))
  const text = (name: keyof Loss) => {
    const value = fields[name]
    return typeof value === 'string' ? value : null
  }
  const updatedOn = text('updatedOn')
  return {
    ...readPlace(stored),
    chainStart: number('chainStart'),
    shiftStart: number('shiftStart'),
    part: number('part'),
    kind: oneOf(STATUS_KINDS, String(fields['kind'])),
    statusRuleId: orNull(numberOrNull('statusRuleId'), asId<StatusRuleId>),
    isScheduledLoss: fields['isScheduledLoss'] === true,
    reasonId: orNull(numberOrNull('reasonId'), asId<LossReasonId>),
    reasonSource: orNull(text('reasonSource'), (source) => oneOf(REASON_SOURCES, source)),
    isProvisional: fields['isProvisional'] === true,
    annotationId: orNull(numberOrNull('annotationId'), asId<LossAnnotationId>),
    level: LOSS_LEVELS.find((level) => level === fields['level']) ?? 2,
    comment: text('comment'),
    isApproved: fields['isApproved'] === true,
    isValid: fields['isValid'] === true,
    quantity: numberOrNull('quantity'),
    durationMs: numberOrNull('durationMs'),
    version: number('version'),
    updatedBy: orNull(text('updatedBy'), asId<UserId>),
    updatedOn: updatedOn === null ? null : new Date(updatedOn),
  }
}

function orNull<Value, Read>(value: Value | null, read: (value: Value) => Read): Read | null {
  return value === null ? null : read(value)
}

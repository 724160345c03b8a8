import type { EngineState } from '#engine/advance.ts'

/**
 * Returns whether between the two states a row of facts began, ended or changed its meaning, beside what `hasVisibleChange` tells: an hour, an output
 * segment, the reason or the limit of the open loss. Otherwise only sums grew.
 */
export function hasNewRows(before: EngineState, now: EngineState): boolean {
  return (
    before.at === null ||
    before.hours.at(-1)?.start !== now.hours.at(-1)?.start ||
    before.segments.at(-1)?.start !== now.segments.at(-1)?.start ||
    before.loss?.start !== now.loss?.start ||
    before.loss?.reasonId !== now.loss?.reasonId ||
    before.loss?.annotationId !== now.loss?.annotationId ||
    before.loss?.isProvisional !== now.loss?.isProvisional ||
    before.loss?.isOverLimit !== now.loss?.isOverLimit ||
    before.windows.at(-1)?.issues.length !== now.windows.at(-1)?.issues.length
  )
}

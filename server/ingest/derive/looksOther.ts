import type { EngineState } from '#engine/advance.ts'

/** Returns whether something changed that a person sees at once: the status, an open loss, the shift. It is written without waiting. */
export function looksOther(before: EngineState, now: EngineState): boolean {
  return (
    before.status?.kind !== now.status?.kind ||
    before.status?.ruleId !== now.status?.ruleId ||
    before.status?.since !== now.status?.since ||
    before.loss?.start !== now.loss?.start ||
    before.windows.at(-1)?.start !== now.windows.at(-1)?.start
  )
}

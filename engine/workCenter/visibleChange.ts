import type { EngineState } from '#engine/advance.ts'
import type { LiveWorkCenter } from './liveWorkCenter.ts'

/** What of a work center a person sees change at once: its status, its open loss and the reason of that, its shift. */
export type VisibleState = {
  readonly statusKind: string | null
  readonly statusRuleId: number | null
  readonly statusSince: number | null
  readonly lossStart: number | null
  readonly reasonId: number | null
  readonly shiftStart: number | null
}

/** Returns whether a person sees the difference at once: then it is shown and written without waiting. */
export function hasVisibleChange(before: VisibleState | null, now: VisibleState): boolean {
  return (
    before?.statusKind !== now.statusKind ||
    before.statusRuleId !== now.statusRuleId ||
    before.statusSince !== now.statusSince ||
    before.lossStart !== now.lossStart ||
    before.reasonId !== now.reasonId ||
    before.shiftStart !== now.shiftStart
  )
}

/** Returns what is visible of an engine state. */
export function visibleOfState({ status, loss, windows }: EngineState): VisibleState {
  return {
    statusKind: status?.kind ?? null,
    statusRuleId: status?.ruleId ?? null,
    statusSince: status?.since ?? null,
    lossStart: loss?.start ?? null,
    reasonId: loss?.reasonId ?? null,
    shiftStart: windows.at(-1)?.start ?? null,
  }
}

/** Returns what is visible of a live view, which names no open loss. */
export function visibleOfView({ status, stop, shift }: LiveWorkCenter): VisibleState {
  return {
    statusKind: status?.kind ?? null,
    statusRuleId: status?.statusRuleId ?? null,
    statusSince: status?.since ?? null,
    lossStart: null,
    reasonId: stop?.reasonId ?? null,
    shiftStart: shift?.start ?? null,
  }
}

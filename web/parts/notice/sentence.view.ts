import { UNBALANCE } from '#engine/notification/dePhasing.ts'
import { INTEGRATION_CAUSES } from '#engine/notification/notice.ts'
import type { IntegrationCause } from '#engine/notification/notice.ts'
import { figure } from '#web/parts/rules/ruleWords.view.ts'
import { REFUSAL_REASONS } from '#engine/sensor/refusalReason.ts'
import type { RefusalReason } from '#engine/sensor/refusalReason.ts'
import type { Format } from '#web/ui/format.ts'

/** Returns two figures in percent with as many decimals as show their difference, from one to four, as the language writes them; a missing one is told as missing. */
export function percentPair(
  format: Pick<Format, 'number'>,
  value: number | null,
  target: number | null,
): { readonly value: string; readonly target: string } {
  const digits =
    [1, 2, 3].find((one) => value === null || target === null || value === target || value.toFixed(one) !== target.toFixed(one)) ?? 4
  return { value: figure(format, value, digits), target: figure(format, target, digits) }
}

/** Returns the instant by the clock, with the date unless it is of the same day. */
export function whenOf(format: Format, at: number, now: number): string {
  return format.day(at) === format.day(now) ? format.time(at) : format.dateTime(at)
}

/** Returns why an integration needs somebody. */
export function causeOf(cause: string | null): IntegrationCause {
  return INTEGRATION_CAUSES.find((one) => one === cause) ?? 'MESSAGES'
}

/** Returns why entries were refused; null = a reason without words. */
export function refusalOf(cause: string | null): RefusalReason | null {
  return REFUSAL_REASONS.find((one) => one === cause) ?? null
}

const TASK_SENTENCES = {
  COUNTER_RESET: 'TASK_WAITING_OUTPUT',
  COUNTER_RESET_WANTED: 'TASK_WANTED_OUTPUT',
  LOSS_APPEARED: 'TASK_WAITING_LOSS',
  LOSS_APPEARED_WANTED: 'TASK_WANTED_LOSS',
} as const

/** Returns which sentence tells of tasks: that they wait too long, or that somebody wanted them done by then. */
export function taskSentence(cause: string | null): (typeof TASK_SENTENCES)[keyof typeof TASK_SENTENCES] {
  return Object.entries(TASK_SENTENCES).find(([key]) => key === cause)?.[1] ?? 'TASK_WAITING_LOSS'
}

/** Returns which sentence tells what is wrong with counters. */
export function flowSentence(cause: string | null): 'FLOW_ERROR' | 'FLOW_SPIKE' {
  return cause === 'COUNTER_SPIKE' ? 'FLOW_SPIKE' : 'FLOW_ERROR'
}

/** Returns which sentence tells what was measured: phases that are uneven are another matter than a lost one. */
export function measuredSentence({
  type,
  cause,
}: {
  readonly type: 'BATTERY_LOW' | 'DE_PHASING'
  readonly cause: string | null
}): 'BATTERY_LOW' | 'DE_PHASING' | 'UNBALANCE' {
  return cause === UNBALANCE ? UNBALANCE : type
}

import { UNBALANCE } from '#engine/notification/dePhasing.ts'
import { INTEGRATION_CAUSES } from '#engine/notification/notice.ts'
import type { IntegrationCause } from '#engine/notification/notice.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { nextLocalHour } from '#engine/time/zone.ts'
import { figure } from '#web/parts/rules/ruleWords.view.ts'
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

const SNOOZES = ['MINUTES_15', 'HOUR', 'SHIFT_END', 'TOMORROW'] as const
export type SnoozeChoice = (typeof SNOOZES)[number]
/** How long a notification can be put off, and until when that is. */
export type Snooze = { readonly choice: SnoozeChoice; readonly until: number }

/** Returns until when a notification can be put off; the end of the shift is a choice while the machine is in one. */
export function snoozesOf(shiftEnd: string | null, zone: string, now: number): readonly Snooze[] {
  const end = shiftEnd === null ? null : Date.parse(shiftEnd)
  const untils: Readonly<Record<SnoozeChoice, number | null>> = {
    MINUTES_15: now + 15 * MINUTE_MS,
    HOUR: now + HOUR_MS,
    SHIFT_END: end !== null && end > now ? end : null,
    TOMORROW: nextLocalHour(zone, now, 8),
  }
  return SNOOZES.flatMap((choice) => {
    const until = untils[choice]
    return until === null ? [] : [{ choice, until }]
  })
}

/** What a key does with a notification. */
export type InboxKeyAct = 'PUT_AWAY' | 'PUT_OFF' | 'TAKE'

/** Returns whether the key may do it: what goes on and was not put away; what somebody takes care of is not taken twice. */
export function actOfKey(
  act: InboxKeyAct,
  {
    state,
    archivedAt,
    acknowledgedBy,
  }: { readonly state: string; readonly archivedAt: string | null; readonly acknowledgedBy: object | null },
): boolean {
  return state === 'OPEN' && archivedAt === null && (act !== 'TAKE' || acknowledgedBy === null)
}

/** Returns whether the answer to taking it says that the person has it, with that comment: the first to take it keeps it. */
export function isTakenAs(
  { acknowledgedBy, comment }: { readonly acknowledgedBy: { readonly id: string } | null; readonly comment: string | null },
  { userId, said }: { readonly userId: string; readonly said: string | null },
): boolean {
  return acknowledgedBy?.id === userId && (said === null || comment === said.trim())
}

/** Returns where the focus goes when the row leaves the list: the next row, after the last one that before it; null = none is left. */
export function rowAfter(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id)
  return at < 0 ? null : (ids[at + 1] ?? ids[at - 1] ?? null)
}

/** Returns why an integration needs somebody. */
export function causeOf(cause: string | null): IntegrationCause {
  return INTEGRATION_CAUSES.find((one) => one === cause) ?? 'MESSAGES'
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

/** Returns the rows of a page with the one that a message leads to: it may have ended since, or stand on another page. */
export function withMarked<Item extends { readonly id: string }>(items: readonly Item[], marked: Item | null): readonly Item[] {
  return marked === null || items.some(({ id }) => id === marked.id) ? items : [marked, ...items]
}

import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { nextLocalHour } from '#engine/time/zone.ts'

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

/** Returns where the focus goes when the row leaves the list: the next row, after the last one that before it; null = none is left. */
export function rowAfter(ids: readonly string[], id: string): string | null {
  const at = ids.indexOf(id)
  return at < 0 ? null : (ids[at + 1] ?? ids[at - 1] ?? null)
}

/** Returns the rows of a page with the one that a message leads to: it may have ended since, or stand on another page. */
export function withMarked<Item extends { readonly id: string }>(items: readonly Item[], marked: Item | null): readonly Item[] {
  return marked === null || items.some(({ id }) => id === marked.id) ? items : [marked, ...items]
}

import type { StatusLook } from '#web/parts/statusLook.ts'

/** Status styles from worst to best: the worst one speaks for a group (U-8). */
export const WORST_FIRST = [
  'stop',
  'stopKnown',
  'noData',
  'idle',
  'setup',
  'planned',
  'run',
  'offShift',
] as const satisfies readonly StatusLook[]

/** Returns how much a look needs somebody: 0 the least. */
export function severityOf(look: StatusLook): number {
  return WORST_FIRST.length - 1 - WORST_FIRST.indexOf(look)
}

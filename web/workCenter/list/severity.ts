import type { StatusStyle } from '#web/parts/statusStyle.ts'

/** Status styles from worst to best: the worst one speaks for a group (U-8). */
export const WORST_FIRST = [
  'stop',
  'stopKnown',
  'noData',
  'notSetUp',
  'idle',
  'setup',
  'planned',
  'run',
  'offShift',
] as const satisfies readonly StatusStyle[]

/** Returns how much a style needs somebody: 0 the least. */
export function severityOf(style: StatusStyle): number {
  return WORST_FIRST.length - 1 - WORST_FIRST.indexOf(style)
}

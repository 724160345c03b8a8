import type { StatusLook } from '#web/parts/statusLook.ts'

/** The looks from what most needs somebody to what needs nobody: of a group the worst one speaks (U-8). */
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

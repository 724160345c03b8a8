import type { Format } from '#web/ui/format.ts'

/** Returns the time of the instant, with its day where that is another one. */
export function timeText(format: Pick<Format, 'dayMonth' | 'time'>, at: number, now: number): string {
  return format.dayMonth(at) === format.dayMonth(now) ? format.time(at) : `${format.dayMonth(at)}, ${format.time(at)}`
}

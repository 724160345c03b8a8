import type { Format } from '#web/ui/format.ts'

type Zone = Pick<Format, 'zoneOffset'>

/** Returns an instant as fields for a date with a time take it: the wall time of the zone, `2026-05-04T06:30`. */
export function wallTextOf(at: number, zone: Zone): string {
  return new Date(at + zone.zoneOffset(at)).toISOString().slice(0, 16)
}

/** Returns the UTC ms of a wall time of the zone, null for a text that is none. Where a time is skipped or told twice, the later offset decides. */
export function instantOf(text: string, zone: Zone): number | null {
  const wall = Date.parse(`${text}Z`)
  if (Number.isNaN(wall)) return null
  const near = wall - zone.zoneOffset(wall)
  return wall - zone.zoneOffset(near)
}

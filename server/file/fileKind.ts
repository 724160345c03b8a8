import { DAY_MS } from '#engine/time/durations.ts'

/** What files are for, and how long they are kept. */
export const FILE_LIFETIME_MS = {
  EXPORT: DAY_MS,
  PRINT: 7 * DAY_MS,
  IMPORT: 7 * DAY_MS,
  REPORT: 90 * DAY_MS,
} as const
export type FileKind = keyof typeof FILE_LIFETIME_MS

/** Bytes that the files of one company may take; the oldest exports make room for new files. */
export const COMPANY_LIMIT_BYTES = 2 * 1024 ** 3
/** A file is stored and read in pieces of this size; the last one is shorter. */
export const PART_BYTES = 1024 ** 2

/** Returns the Monday (UTC) of the week of the instant, `2026-11-16`. */
export function weekOf(at: Date): string {
  const day = (at.getUTCDay() + 6) % 7
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - day)).toISOString().slice(0, 10)
}

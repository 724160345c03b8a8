import { periodOf } from '#engine/time/statPeriod.ts'

/** The places of the columns over which a note stands, the first and the last. */
type NoteColumns = { readonly first: number; readonly last: number }

/**
 * Returns over which columns of dates, given by their first dates in order, a note of the shift dates stands: where its own column is missing, since nothing was
 * measured then, at the next one, else at the last; null where there are none (domain.md N-13).
 */
export function noteColumns(
  { dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo: string },
  by: 'DAY' | 'MONTH' | 'WEEK',
  keys: readonly string[],
): NoteColumns | null {
  const at = (date: string) => (by === 'DAY' ? date : periodOf(by, date).from)
  const [from, to] = [at(dateFrom), at(dateTo)]
  const next = keys.findIndex((key) => key >= from)
  const first = next === -1 ? keys.length - 1 : next
  return keys.length === 0
    ? null
    : {
        first,
        last: Math.max(
          first,
          keys.findLastIndex((key) => key <= to),
        ),
      }
}

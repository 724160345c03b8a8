/** A status of a work center as the API answers it; `name` null = no data. */
export type ReportedStatus = { readonly start: number; readonly end: number; readonly name: string | null }

export type ReportedShift = { readonly shiftDate: string; readonly shiftId: number; readonly start: number; readonly end: number }

/** Seconds of one status in one shift of one machine. */
export type ReportRow = {
  readonly device: string
  readonly shiftDate: string
  readonly shiftId: number
  readonly status: string
  readonly seconds: number
}

/** How time without data is called in the report. */
export const NO_DATA = 'NO_DATA'

/** Returns the seconds of each status in each shift, statuses cut at the borders of the shifts; what no status covers is time without data. */
export function secondsByShift(device: string, shifts: readonly ReportedShift[], statuses: readonly ReportedStatus[]): ReportRow[] {
  return shifts.flatMap((shift) => {
    const milliseconds = new Map<string, number>()
    let covered = 0
    for (const status of statuses) {
      const duration = Math.min(shift.end, status.end) - Math.max(shift.start, status.start)
      if (duration <= 0) continue
      const name = status.name ?? NO_DATA
      milliseconds.set(name, (milliseconds.get(name) ?? 0) + duration)
      covered += duration
    }
    const uncovered = shift.end - shift.start - covered
    if (uncovered !== 0) milliseconds.set(NO_DATA, (milliseconds.get(NO_DATA) ?? 0) + uncovered)
    return [...milliseconds]
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([status, total]) => ({ device, shiftDate: shift.shiftDate, shiftId: shift.shiftId, status, seconds: total / 1000 }))
  })
}

/** Returns the rows as CSV with a header. */
export function toCsv(rows: readonly ReportRow[]): string {
  const lines = rows.map((row) => [row.device, row.shiftDate, row.shiftId, row.status, row.seconds].map(toCell).join(','))
  return `${['device,shift_date,shift,status,seconds', ...lines].join('\n')}\n`
}

function toCell(value: string | number): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

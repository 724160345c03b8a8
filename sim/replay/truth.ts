import type { CsvRow } from './csv.ts'
import type { Mapping } from './mapping.ts'
import type { ReportRow, ReportedShift } from './report.ts'
import { NO_DATA } from './report.ts'

/** A difference above the limit between the computed value and the truth file. */
export type Difference = {
  readonly device: string
  readonly shiftDate: string
  readonly shiftId: number
  readonly status: string
  readonly seconds: number
  readonly expectedSeconds: number
}

export type Comparison = { readonly compared: number; readonly largest: number; readonly differences: readonly Difference[] }

/** Columns of a truth file that name its row or do not count seconds of a status. */
const OTHER_COLUMNS = [
  ...['device', 'shift_date', 'shift', 'start_utc', 'end_utc', 'length_s', 'segments', 'utc_date', 'first_seen', 'last_seen', 'cycles'],
  ...['controller_total_s', 'controller_auto_s', 'controller_cut_s', 'auto_minus_states_s'],
]

/** Returns the stretches that a truth by UTC day counts for the device, from the first to the last row of each day; null when the truth is by shift. */
export function truthWindows(truth: readonly CsvRow[], device: string): ReportedShift[] | null {
  if (!truth[0]?.fields.has('first_seen')) return null
  return truth
    .filter(({ fields }) => fields.get('device') === device)
    .map(({ fields }) => ({
      shiftDate: fields.get('utc_date') ?? '',
      shiftId: 0,
      start: Date.parse(fields.get('first_seen') ?? ''),
      end: Date.parse(fields.get('last_seen') ?? ''),
    }))
}

/** Returns how the report differs from the truth by more than the tolerance, in every status of every device and shift of the truth file. */
export function compareWithTruth(
  report: readonly ReportRow[],
  truth: readonly CsvRow[],
  mapping: Mapping,
  toleranceSeconds: number,
): Comparison {
  const computed = new Map(report.map((row) => [keyOf(row.device, row.shiftDate, row.shiftId, row.status), row.seconds]))
  const differences: Difference[] = []
  let compared = 0
  let largest = 0
  for (const row of truth) {
    const device = row.fields.get('device') ?? ''
    const shiftDate = row.fields.get('shift_date') ?? row.fields.get('utc_date') ?? ''
    const shiftId = Number(row.fields.get('shift') ?? 0)
    for (const [status, expectedSeconds] of expectedOf(row, mapping)) {
      const seconds = computed.get(keyOf(device, shiftDate, shiftId, status)) ?? 0
      const difference = Math.abs(seconds - expectedSeconds)
      compared += 1
      largest = Math.max(largest, difference)
      if (!(difference <= toleranceSeconds)) differences.push({ device, shiftDate, shiftId, status, seconds, expectedSeconds })
    }
  }
  return { compared, largest, differences }
}

/** Every column with seconds counts: statuses, no data, and unknown names, which have no computed value. */
function expectedOf(row: CsvRow, mapping: Mapping): Map<string, number> {
  const expected = new Map<string, number>([[NO_DATA, 0]])
  for (const status of mapping.statuses) expected.set(status.name, 0)
  for (const [column, cell] of row.fields) {
    if (OTHER_COLUMNS.includes(column)) continue
    const status = mapping.noDataTruthColumns.includes(column)
      ? NO_DATA
      : (mapping.statuses.find((one) => one.truthColumn === column)?.name ?? column)
    expected.set(status, (expected.get(status) ?? 0) + Number(cell))
  }
  return expected
}

function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join('\n')
}

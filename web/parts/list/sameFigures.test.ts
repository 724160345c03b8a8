import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { toCsv } from '#web/parts/csv/csv.ts'
import { fileTable, type ListColumn } from './listColumn.ts'
import { writeXlsx } from './writeXlsx.ts'
import { sheetTable } from './xlsxTable.ts'

type Row = {
  readonly name: string
  readonly at: number | null
  readonly ms: number | null
  readonly kwh: number | null
  readonly cost: number | null
}
const cell = () => null
const COLUMNS: readonly ListColumn<Row>[] = [
  { key: 'name', title: 'Stop', isTitle: true, cell, value: ({ name }) => name },
  { key: 'at', title: 'Began', kind: 'instant', cell, value: ({ at }) => at },
  { key: 'ms', title: 'Length', kind: 'duration', cell, value: ({ ms }) => ms },
  { key: 'kwh', title: 'Energy', unit: 'kWh', kind: 'number', cell, value: ({ kwh }) => kwh },
  { key: 'cost', title: 'Cost', kind: 'number', cell, value: ({ cost }) => cost },
]
const WORDS = {
  local: (title: string) => `${title}, local`,
  offset: (title: string) => `${title}, UTC`,
  seconds: (title: string) => `${title}, s`,
}
const ZONE = 'Europe/Kyiv'
/** The hour that clocks show twice, and the days around it. */
const AUTUMN = Date.UTC(2026, 9, 25, 0, 30)
const ROWS: readonly Row[] = [
  { name: 'Jam, "belt"', at: AUTUMN, ms: 97_509_000, kwh: 0.1 + 0.2, cost: 1_234_567.891 },
  { name: 'Łódź\nҐанок', at: AUTUMN + 60 * MINUTE_MS, ms: 0, kwh: -5.25, cost: 0 },
  { name: '=1+1', at: null, ms: null, kwh: null, cost: null },
  { name: '№ 4', at: AUTUMN + 90 * DAY_MS + 7 * SECOND_MS, ms: 59_000, kwh: 1e-7, cost: 3 },
]

test('the files of a list say the same names, instants, lengths and figures, as text and as a workbook', async () => {
  const { header, cells } = fileTable(COLUMNS, ROWS, ZONE, WORDS)
  const [csvHead = [], ...csv] = parseCsv(toCsv(header, cells).replace(/^\uFEFF/, ''))
  const blob = await writeXlsx('Stops', sheetTable(COLUMNS, ROWS, ZONE, WORDS))
  const book = await readXlsx(new Uint8Array(await blob.arrayBuffer()))
  const [sheetHead = [], ...sheet] = book.sheets[0]?.rows ?? []
  const inCsv = (row: readonly unknown[], title: string) => {
    const found = row[csvHead.indexOf(title)]
    assert.ok(typeof found === 'string', title)
    return found
  }
  const inSheet = (row: readonly unknown[], title: string) => row[sheetHead.indexOf(title)] ?? null
  assert.deepEqual([csv.length, sheet.length], [ROWS.length, ROWS.length])
  const numberOf = (text: string) => (text === '' ? null : Number(text))
  /** Days since the first day of a spreadsheet, as a clock. */
  const clockOf = (value: unknown) => {
    if (value === null) return ''
    const ms = value instanceof Date ? value.getTime() : (Number(value) - 25_569) * DAY_MS
    return new Date(Math.round(ms / SECOND_MS) * SECOND_MS).toISOString().slice(0, 19).replace('T', ' ')
  }
  const secondsOf = (value: unknown) => {
    if (value === null) return null
    // A reader takes short lengths for hours of the day before 1900.
    const ms = value instanceof Date ? value.getTime() - Date.UTC(1899, 11, 31) : Number(value) * DAY_MS
    return Math.round(ms / SECOND_MS)
  }
  for (const [at, row] of ROWS.entries()) {
    const [text, figures] = [csv[at] ?? [], sheet[at] ?? []]
    // A text that begins like a formula is marked where a program would compute it.
    assert.equal(inCsv(text, 'Stop').replace(/^'/, ''), inSheet(figures, 'Stop'), row.name)
    assert.equal(inCsv(text, 'Began, local').replace('T', ' ').slice(0, 19), clockOf(inSheet(figures, 'Began, local')), row.name)
    assert.equal(inCsv(text, 'Began').slice(19), inSheet(figures, 'Began, UTC') ?? '', row.name)
    assert.deepEqual([numberOf(inCsv(text, 'Length, s')), secondsOf(inSheet(figures, 'Length'))], [lengthOf(row), lengthOf(row)], row.name)
    for (const [title, value] of [
      ['Energy, kWh', row.kwh],
      ['Cost', row.cost],
    ] as const)
      assert.deepEqual([numberOf(inCsv(text, title)), inSheet(figures, title)], [value, value], `${row.name} ${title}`)
  }
})

function lengthOf({ ms }: Row): number | null {
  return ms === null ? null : ms / SECOND_MS
}

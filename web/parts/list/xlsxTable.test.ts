import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { ListColumn } from './listColumn.ts'
import { writeXlsx } from './writeXlsx.ts'
import { serialOf, sheetTable } from './xlsxTable.ts'

type Stop = { readonly text: string; readonly at: number | null; readonly ms: number | null; readonly count: number | null }
const cell = () => null
const COLUMNS: readonly ListColumn<Stop>[] = [
  { key: 'text', title: 'Comment', isTitle: true, cell, value: ({ text }) => text },
  { key: 'at', title: 'At', kind: 'instant', cell, value: ({ at }) => at },
  { key: 'ms', title: 'Length', kind: 'duration', cell, value: ({ ms }) => ms },
  { key: 'count', title: 'Count', kind: 'number', unit: 'pcs', cell, value: ({ count }) => count },
]
const WORDS = { local: (title: string) => `${title} local`, offset: (title: string) => `${title} UTC` }
/** 06:57:50 on 22 November 2026 in Kyiv. */
const AT = Date.UTC(2026, 10, 22, 4, 57, 50)
const stop = (text: string, ms: number | null = null): Stop => ({ text, at: AT, ms, count: -5 })

test('instants are the serials of the clock on the wall, durations parts of a day (W-26)', () => {
  assert.equal(serialOf(AT, 2 * HOUR_MS).toFixed(8), '46348.29016204')
  const { columns, rows } = sheetTable(
    COLUMNS,
    [stop('a', 2_250_000), stop('b', 97_509_000), { ...stop('c'), at: null }],
    'Europe/Kyiv',
    WORDS,
  )
  assert.deepEqual(
    columns.map(({ header, numFmt }) => [header, numFmt]),
    [
      ['Comment', undefined],
      ['At local', 'yyyy-mm-dd hh:mm:ss'],
      ['At UTC', undefined],
      ['Length', '[h]:mm:ss'],
      ['Count, pcs', undefined],
    ],
  )
  const lengths = rows.map((row) => (typeof row[3] === 'number' ? row[3].toFixed(9) : row[3]))
  assert.deepEqual(lengths, ['0.026041667', '1.128576389', null])
  assert.deepEqual(
    rows.map((row) => row[2]),
    ['+02:00', '+02:00', null],
  )
})

test('texts stay texts, whatever they begin with, and numbers numbers (W-27)', async () => {
  const texts = ['=1+1', '@olena', '\tx', '-5 °C', `a\u0000b`, 'x'.repeat(40_000)]
  const blob = await writeXlsx(
    'Losses/of: today',
    sheetTable(
      COLUMNS,
      texts.map((text) => stop(text, 2_250_000)),
      'Europe/Kyiv',
      WORDS,
    ),
  )
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const book = await readXlsx(bytes, { readStyles: true })
  const [sheet] = book.sheets
  assert.equal(sheet?.name, 'Losses of  today')
  const rows = (sheet?.rows ?? []).slice(1)
  assert.deepEqual(
    rows.map((row) => (String(row[0]).length > 100 ? 'long' : row[0])),
    ['=1+1', '@olena', '\tx', '-5 °C', 'ab', 'long'],
  )
  assert.equal(String(rows[5]?.[0]).length, 32_767)
  assert.ok(rows.every((row) => row[4] === -5))
  const cells = [...(sheet?.cells?.entries() ?? [])]
  assert.ok(cells.length > 0 && cells.every(([, { formula }]) => formula === undefined), 'no formula anywhere')
  assert.equal(sheet?.cells?.get('1,3')?.style?.numFmt, '[h]:mm:ss')
  assert.equal(sheet.cells.get('1,1')?.style?.numFmt, 'yyyy-mm-dd hh:mm:ss')
})

test('instants on both sides of a change of the clock have each its own offset', () => {
  // The clock of Kyiv went back at 01:00 UTC on 25 October 2026.
  const change = Date.UTC(2026, 9, 25, 1)
  const { rows } = sheetTable(
    COLUMNS,
    [change - 1, change, change + 1, change - 1].map((at) => ({ ...stop('a'), at })),
    'Europe/Kyiv',
    WORDS,
  )
  assert.deepEqual(
    rows.map((row) => row[2]),
    ['+03:00', '+02:00', '+02:00', '+03:00'],
  )
})

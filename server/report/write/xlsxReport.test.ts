import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { DAY_MS } from '#engine/time/durations.ts'
import { openedByOffice } from '#server/testing/openedByOffice.ts'
import type { ReportModel, ReportTable } from '../reportModel.ts'
import { xlsxReport } from './xlsxReport.ts'

const START = Date.parse('2026-11-22T04:57:50Z')
const TEXTS = ['=1+1', 'a & <b> "c"', '_x0041_', '  two\nlines ', 'Łódź oʻng ремінь', '\u0007bell', '\tx']

const TABLE: ReportTable = {
  name: 'Losses: all / of them [and a name that is too long]',
  columns: [
    { title: 'Text', kind: 'text' },
    { title: 'Start', kind: 'instant' },
    { title: 'Duration', kind: 'duration' },
    { title: 'Date', kind: 'date' },
    { title: 'Share', kind: 'percent' },
    { title: 'Number', kind: 'number' },
  ],
  rows: [...TEXTS.map((text, at) => [text, START + at, 97_509_000, '2026-11-22', 74.04, -5]), ['empty', null, null, null, null, null]],
}
const ABOUT: ReportTable = { name: 'About', columns: [{ title: 'What', kind: 'text' }], rows: [['x']] }
const MODEL: ReportModel = {
  title: 'Losses & more',
  subtitle: '',
  language: 'en',
  zone: 'Europe/Kyiv',
  made: '',
  tiles: [],
  lead: [],
  charts: [],
  tables: [TABLE],
  about: ABOUT,
  proof: { figures: {}, shifts: [], headline: null },
}

async function bytesOf(model: ReportModel): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxReport(model)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a report as a workbook', () => {
  it('has typed cells: instants of the clock with their offset, durations beyond a day, texts as they are (W-26, W-27)', async () => {
    const { sheets } = await readXlsx(await bytesOf(MODEL))
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Losses  all   of them  and a na', 'About'],
    )
    const [header, first, ...others] = sheets[0]?.rows ?? []
    assert.deepEqual(header, ['Text', 'Start', 'Start UTC', 'Duration', 'Date', 'Share', 'Number'])
    assert.equal(first?.[0], '=1+1')
    assert.deepEqual(first?.slice(1, 3), [new Date('2026-11-22T06:57:50Z'), '+02:00'])
    const duration = first?.[3]
    assert.equal(duration instanceof Date ? duration.getTime() - Date.UTC(1899, 11, 31) : Math.round(Number(duration) * DAY_MS), 97_509_000)
    assert.deepEqual(first?.slice(4), [new Date('2026-11-22T00:00:00Z'), 0.7404, -5])
    assert.deepEqual([others[0]?.[0], others[4]?.[0]], ['a & <b> "c"', 'bell'])
    assert.deepEqual(
      others.at(-1)?.filter((cell) => cell !== null),
      ['empty'],
    )
  })

  it('is handed over in pieces, so that no message of it is large', async () => {
    const rows = Array.from({ length: 40_000 }, (_none, at) => [
      `${at}`.repeat(9),
      START + at * 977,
      at * 1013,
      '2026-11-22',
      at / 7,
      at * 31,
    ])
    const sizes: number[] = []
    for await (const piece of xlsxReport({ ...MODEL, tables: [{ ...TABLE, rows }] })) sizes.push(piece.length)
    assert.ok(sizes.length > 3, `${sizes.length} pieces`)
    assert.ok(Math.max(...sizes) < 512 * 1024, `the largest of ${Math.max(...sizes)} bytes`)
  })

  it('leads from a figure to where it is told again, and is a plain figure where nothing keeps it', async () => {
    const table: ReportTable = { ...TABLE, figureAt: (row, column) => (row === 1 && column === 4 ? 'OEE.7' : null) }
    const addressOf = (figure: string) => `https://factory.example/reports?figure=a~${figure}&b=<c>`
    const linked = (await readXlsx(await bytesOf({ ...MODEL, tables: [table], addressOf }), { readStyles: true })).sheets[0]
    const links = [...(linked?.cells?.entries() ?? [])].flatMap(([place, cell]) => (cell.hyperlink ? [[place, cell.hyperlink.target]] : []))
    // An instant takes two columns.
    assert.deepEqual(links, [['2,5', 'https://factory.example/reports?figure=a~OEE.7&b=<c>']])
    assert.equal(linked?.rows[2]?.[5], 0.7404)
    const plain = (await readXlsx(await bytesOf({ ...MODEL, tables: [table] }), { readStyles: true })).sheets[0]
    assert.equal(
      [...(plain?.cells?.values() ?? [])].some((cell) => cell.hyperlink !== undefined),
      false,
    )
  })

  it('goes on in the next sheet where one is full', async () => {
    const rows = Array.from({ length: 7 }, (_none, at) => [`${at}`, null, null, null, null, at])
    const pieces: Uint8Array[] = []
    for await (const piece of xlsxReport({ ...MODEL, tables: [{ ...TABLE, rows }] }, { mostRows: 3 })) pieces.push(piece)
    const { sheets } = await readXlsx(Buffer.concat(pieces))
    assert.deepEqual(
      sheets.map(({ name, rows: own }) => [name, own.length]),
      [
        ['Losses  all   of them  and a na', 4],
        ['Losses  all   of them  and a 2', 4],
        ['Losses  all   of them  and a 3', 2],
        ['About', 2],
      ],
    )
    assert.equal(sheets[2]?.rows[1]?.at(-1), 6)
  })

  it('is opened by LibreOffice, where it is installed', async (t) => {
    const opened = await openedByOffice(await bytesOf(MODEL))
    if (opened === null) return t.skip('LibreOffice is not installed: nothing was opened by it')
    const [header, ...lines] = opened
    assert.equal(header, 'Text,Start,Start UTC,Duration,Date,Share,Number')
    assert.equal(lines[0], '=1+1,2026-11-22 06:57:50,+02:00,27:05:09,2026-11-22,74.04%,-5')
    assert.match(lines[1] ?? '', /^"a & <b> ""c"""/)
    assert.match(lines[2] ?? '', /^_x0041_,/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encode } from 'uqr'
import { pdfText } from '#server/testing/pdfText.ts'
import type { ReportColumn, ReportModel, ReportTable } from '../reportModel.ts'
import { csvReport } from './csvReport.ts'
import { pdfReport } from './pdfReport.ts'
import { qrCanvas } from './qrCanvas.ts'

const AT = Date.parse('2026-05-04T06:05:00Z')
const ADDRESS = 'https://factory.example/analytics?m=OEE&range=dates&from=2026-05-04&to=2026-05-10'
const TABLE: ReportTable = {
  name: 'Stops',
  columns: [
    { title: 'Date', kind: 'date' },
    { title: 'Start', kind: 'instant' },
    { title: 'Name', kind: 'text' },
  ],
  rows: [
    ['2026-05-04', AT, 'one'],
    ['All together', null, 'two'],
  ],
}
const MODEL: ReportModel = {
  title: 'Report',
  subtitle: 'ACME',
  language: 'en',
  zone: 'Europe/Kyiv',
  made: 'Europe/Kyiv · made',
  tiles: [],
  lead: [],
  charts: [],
  tables: [TABLE],
  about: { name: 'About', columns: [{ title: 'What', kind: 'text' }], rows: [['x']] },
  proof: { figures: {}, shifts: [], headline: null },
  pageAddress: ADDRESS,
}

const plain = (text: string) => text.replaceAll('\u00A0', ' ')
const wide = (count: number): readonly ReportColumn[] =>
  Array.from({ length: count }, (_none, at) => ({ title: `Unexplained ${at}`, kind: 'number' }))
const boxOf = (bytes: Buffer) => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1'))?.slice(1).map(Number) ?? []

describe('a report on paper', () => {
  it('writes dates and times as the screens of each language do, and a file for programs as they read them', async () => {
    for (const [language, date, instant] of [
      ['en', '4 May 2026', '4 May 2026, 09:05'],
      ['uk', '4 трав. 2026 р.', '4 трав. 2026 р., 09:05'],
      ['pl', '4 maj 2026', '4 maj 2026, 09:05'],
      ['uz', '4-may, 2026', '4-may, 2026, 09:05'],
    ] as const) {
      // A hyphen divides what is drawn, not what is read.
      const text = plain(pdfText(await pdfReport({ ...MODEL, language }))).replaceAll('- ', '-')
      assert.ok(text.includes(` ${date} ${instant} one All together – two `), text)
      assert.ok(!/\d{4}-\d\d-\d\d/.test(text), text)
    }
    const csv = Buffer.concat([...csvReport(MODEL)]).toString('utf8')
    assert.ok(csv.includes('2026-05-04,2026-05-04 09:05:00,"+03:00",one'), csv)
  })

  it('has at the foot of each page what it is, the page that shows the same as a link, and its number', async () => {
    const rows = Array.from({ length: 120 }, (_none, at) => ['2026-05-04', AT, `row ${at}`])
    const bytes = await pdfReport({ ...MODEL, language: 'pl', tables: [{ ...TABLE, rows }] })
    const text = plain(pdfText(bytes))
    const pages = [...text.matchAll(/strona (\d) z (\d)/g)].map(([, page, all]) => `${page}/${all}`)
    assert.deepEqual(pages, ['1/3', '2/3', '3/3'])
    assert.equal(
      text.match(/Trueline · Report · ACME Europe\/ ?Kyiv · made To samo na ekranie: factory\.example\/ ?analytics strona/g)?.length,
      3,
    )
    // Each of its words leads there.
    assert.equal(bytes.toString('latin1').split(`/URI (${ADDRESS})`).length - 1, 3 * 6)
  })

  it('stands where its tables have readable letters so, else lies', async () => {
    const of = (columns: number, about = MODEL.about) =>
      pdfReport({ ...MODEL, tables: [{ name: 'T', columns: wide(columns), rows: [wide(columns).map(() => 1)] }], about }).then(boxOf)
    assert.deepEqual(await of(7), [595.28, 841.89])
    assert.deepEqual(await of(12), [841.89, 595.28])
    // The last page is one of them, and what is for spreadsheets alone is not.
    assert.deepEqual(await of(1, { name: 'T', columns: wide(12), rows: [] }), [841.89, 595.28])
    const columns = [...wide(3), ...wide(12).map((column) => ({ ...column, isSheetOnly: true }))]
    assert.deepEqual(boxOf(await pdfReport({ ...MODEL, tables: [{ name: 'T', columns, rows: [columns.map(() => 1)] }] })), [595.28, 841.89])
  })

  it('draws the dots of the code, each once, and none of an address that is too long', () => {
    const { size, data } = encode(ADDRESS, { ecc: 'L', border: 0 })
    const code = qrCanvas(ADDRESS)
    assert.equal(code?.side, size)
    const dots = data.map((row) => row.map(() => 0))
    for (const piece of code.draw()) {
      assert.ok(piece.type === 'rect')
      for (let at = 0; at < Math.round(piece.w); at++) {
        const row: number[] = dots[piece.y] ?? []
        const dot: number = piece.x + at
        row[dot] = (row[dot] ?? 0) + 1
      }
    }
    assert.deepEqual(
      dots,
      data.map((row) => row.map(Number)),
    )
    assert.equal(qrCanvas(`${ADDRESS}&wc=${Array.from({ length: 60 }, (_none, id) => id).join()}`), null)
  })

  it('draws lines along dates with their names, the marks of their scale and the notes over them', async () => {
    const chart = {
      kind: 'LINES' as const,
      title: 'OEE by shift',
      note: 'thin',
      most: 1,
      textOf: (value: number) => `${value * 100} %`,
      columns: ['4 May', '5 May', '6 May *'],
      lines: [
        { label: 'Shift 1', values: [0.5, null, 0.7] },
        { label: 'Shift 2', values: [0.4, 0.6, null] },
      ],
      before: null,
      target: 0.8,
      marks: [{ sign: '1', first: 1, last: 2, text: '5 May 2026: Power cut' }],
    }
    const text = plain(pdfText(await pdfReport({ ...MODEL, charts: [chart] })))
    for (const words of [
      'OEE by shift thin Shift 1 Shift 2',
      '[1]',
      '100 %',
      '50 %',
      '0 %',
      '4 May',
      '6 May *',
      '[1] 5 May 2026: Power cut',
    ])
      assert.ok(text.includes(words), `${words}: ${text}`)
  })

  it('draws where a bar should end, and over which days notes stand', async () => {
    const bar = { label: 'Press', value: 0.5, text: '50 %', share: '', before: 0.4, parts: [] }
    const drawn = async (target: number | null) =>
      pdfText(
        await pdfReport({
          ...MODEL,
          charts: [
            {
              kind: 'BARS',
              title: 'OEE',
              note: 'dashed',
              most: 1,
              series: [],
              bars: [
                { ...bar, target },
                { ...bar, target: null },
              ],
              marks: [{ sign: '1', first: 1, last: 1, text: '4 May 2026: New nozzle' }],
            },
            {
              kind: 'TREND',
              title: 'By day',
              note: 'weeks',
              points: [
                { label: '4 May', value: 50 },
                { label: '5 May', value: 60 },
              ],
              marks: [
                { sign: '2', first: 0, last: 1, text: '5 May 2026: Power cut' },
                { sign: '3', first: 0, last: 0, text: '4 May 2026: Belt' },
              ],
            },
          ],
        }),
      )
    const text = plain(await drawn(0.7))
    for (const words of [
      'Press 50 %',
      'Press [1] 50 %',
      'dashed [1] 4 May 2026: New nozzle',
      'By day weeks [2][3] 4 May',
      '[2] 5 May 2026: Power cut',
    ])
      assert.ok(text.includes(words), `${words}: ${text}`)
  })
})

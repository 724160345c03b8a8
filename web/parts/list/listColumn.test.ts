import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectRows } from './collectRows.ts'
import { fileColumns, fileTable, type ListColumn, sortRows } from './listColumn.ts'

type Stop = { readonly name: string; readonly at: number | null; readonly ms: number | null; readonly count: number | null }
const STOPS: readonly Stop[] = [
  { name: 'b', at: Date.UTC(2026, 4, 4, 11), ms: 61_000, count: 2 },
  { name: 'a', at: null, ms: null, count: 2 },
  { name: 'C', at: Date.UTC(2026, 4, 4, 10), ms: 1000, count: null },
]
const cell = () => null
const COLUMNS: readonly ListColumn<Stop>[] = [
  { key: 'name', title: 'Name', isTitle: true, cell, value: ({ name }) => name },
  { key: 'at', title: 'At', kind: 'instant', cell, value: ({ at }) => at },
  { key: 'ms', title: 'Length', kind: 'duration', cell, value: ({ ms }) => ms, isAlwaysInFile: true },
  { key: 'count', title: 'Count', kind: 'number', cell, value: ({ count }) => count, rank: ({ count }) => (count === null ? 0 : -count) },
  { key: 'drawn', title: 'Drawn', cell },
]
const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare
const order = (sort: string) =>
  sortRows(STOPS, COLUMNS, sort, compare)
    .map(({ name }) => name)
    .join('')

test('rows are sorted both ways, equal ones stay, and those without a value are last', () => {
  assert.equal(order('name'), 'abC')
  assert.equal(order('-name'), 'Cba')
  assert.equal(order('at'), 'Cba')
  assert.equal(order('-at'), 'bCa')
  assert.equal(order('count'), 'baC', 'by the rank')
  assert.equal(order('drawn'), 'baC', 'what has no value is not sorted')
})

test('a file has instants twice, durations in seconds and as a clock, and only what has a value', () => {
  const words = { local: (title: string) => `${title} local`, seconds: (title: string) => `${title} s` }
  const { header, cells } = fileTable(COLUMNS, STOPS.slice(0, 2), 'Europe/Kyiv', words)
  assert.deepEqual(header, ['Name', 'At', 'At local', 'Length s', 'Length', 'Count'])
  assert.deepEqual(cells, [
    ['b', '2026-05-04T14:00:00+03:00', '2026-05-04 14:00:00', 61, '00:01:01', 2],
    ['a', '', '', null, '', 2],
  ])
})

test('a file says the unit of its figures behind the title, which none of its cells does', () => {
  const words = { local: (title: string) => `${title} local`, seconds: (title: string) => `${title} s` }
  const made: readonly ListColumn<Stop>[] = [
    { key: 'count', title: 'Output', kind: 'number', unit: 'kg', cell, value: ({ count }) => count },
    { key: 'share', title: 'Share', kind: 'number', unit: '', cell, value: ({ count }) => count },
    { key: 'oee', title: 'OEE', kind: 'number', unit: '%', fileTitles: ['OEE in %'], cell, value: ({ count }) => count },
  ]
  assert.deepEqual(fileTable(made, STOPS.slice(0, 1), 'UTC', words), { header: ['Output, kg', 'Share', 'OEE in %'], cells: [[2, 2, 2]] })
})

test('a file has the chosen columns, the title and what is always in it', () => {
  const keys = (chosen: readonly string[] | null) => fileColumns(COLUMNS, chosen).map(({ key }) => key)
  assert.deepEqual(keys(null), ['name', 'at', 'ms', 'count', 'drawn'])
  assert.deepEqual(keys(['at']), ['name', 'at', 'ms'])
})

const pages = (total: number, size: number, asked: number[] = []) => ({
  asked,
  readPage: (page: number) => {
    asked.push(page)
    const from = (page - 1) * size
    const items = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => from + index)
    return Promise.resolve({ items, totalItems: total })
  },
})

test('all pages are collected one after the other, with how far it is', async () => {
  const { readPage, asked } = pages(5, 2)
  const progress: string[] = []
  const found = await collectRows({
    readPage,
    most: 100,
    signal: new AbortController().signal,
    onProgress: (count, total) => progress.push(`${count}/${total}`),
  })
  assert.deepEqual(found, { rows: [0, 1, 2, 3, 4], isCut: false })
  assert.deepEqual(
    [asked, progress],
    [
      [1, 2, 3],
      ['2/5', '4/5', '5/5'],
    ],
  )
})

test('no more than the limit are collected, and it says so', async () => {
  const signal = new AbortController().signal
  const collect = (total: number, most: number) => collectRows({ readPage: pages(total, 2).readPage, most, signal, onProgress: () => {} })
  assert.deepEqual(await collect(9, 3), { rows: [0, 1, 2], isCut: true })
  assert.deepEqual(await collect(4, 4), { rows: [0, 1, 2, 3], isCut: false })
  assert.deepEqual(await collect(0, 4), { rows: [], isCut: false })
})

test('what was given up is no file', async () => {
  const stop = new AbortController()
  const found = await collectRows({ readPage: pages(9, 2).readPage, most: 100, signal: stop.signal, onProgress: () => stop.abort() })
  assert.equal(found, null)
})

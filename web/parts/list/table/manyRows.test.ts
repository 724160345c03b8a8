import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type ListColumn, sortRows } from '../listColumn.ts'
import { useRowWindow } from './useRowWindow.ts'

const COUNT = 10_000
const ROW_PX = 44
const WINDOW_PX = 900

before(() => Object.assign(globalThis, { innerWidth: 1440, innerHeight: WINDOW_PX }))
after(() => {
  for (const name of ['innerWidth', 'innerHeight']) Reflect.deleteProperty(globalThis, name)
})

/** Returns how many rows of a list are drawn in a frame as high as the window, and how high the gaps above and below them are. */
function drawn(count: number, wholeUpTo: number): readonly [rows: number, above: number, below: number] {
  const List = () => {
    const rows = useRowWindow({ count, keyOf: String, heightOf: () => ROW_PX, frame: { current: null }, isPage: false, wholeUpTo })
    return [rows.indexes.length, rows.before, rows.after].join(' ')
  }
  const [rows = NaN, above = NaN, below = NaN] = renderToStaticMarkup(createElement(List)).split(' ').map(Number)
  return [rows, above, below]
}

test('of ten thousand rows those near the window are drawn, and the gaps stand for the rest', () => {
  const [rows, above, below] = drawn(COUNT, 120)
  const visible = Math.ceil(WINDOW_PX / ROW_PX)
  assert.ok(rows >= visible && rows <= visible + 2 * 12 + 1, `${rows} rows`)
  assert.equal(above + rows * ROW_PX + below, COUNT * ROW_PX)
  assert.deepEqual(drawn(120, 120), [120, 0, 0], 'short lists are drawn whole')
})

test('ten thousand rows are sorted with one look at each value, and as few comparisons as a sort needs', () => {
  const rows = Array.from({ length: COUNT }, (_, index) => ({ name: `row ${(index * 7919) % COUNT}` }))
  let looks = 0
  let comparisons = 0
  const column: ListColumn<{ readonly name: string }> = {
    key: 'name',
    title: 'Name',
    cell: () => null,
    value: ({ name }) => {
      looks++
      return name
    },
  }
  const sorted = sortRows(rows, [column], '-name', (one, other) => {
    comparisons++
    return one < other ? -1 : one > other ? 1 : 0
  })
  assert.deepEqual([sorted.length, sorted[0]?.name, looks], [COUNT, 'row 9999', COUNT])
  assert.ok(comparisons <= COUNT * Math.ceil(Math.log2(COUNT)), `${comparisons} comparisons`)
})

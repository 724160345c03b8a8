import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { separatorOf, tableRows } from './tableRows.ts'

const cellsOf = (text: string, separator?: string) => tableRows(text, separator).map(({ cells }) => cells)

test('lines are rows of one cell, with their commas; empty ones do not count', () => {
  assert.deepEqual(tableRows('Guard closed, and locked?\r\n\r\n  Oil level\r\n'), [
    { line: 1, lastLine: 1, cells: ['Guard closed, and locked?'] },
    { line: 3, lastLine: 3, cells: ['Oil level'] },
  ])
  assert.deepEqual(tableRows(''), [])
})

test('cells of a sheet have tabs between them, those of a CSV semicolons, or commas where that is known', () => {
  assert.deepEqual(cellsOf('Pressure\tMEASUREMENT\t4\t6\nOil\tYES_NO'), [
    ['Pressure', 'MEASUREMENT', '4', '6'],
    ['Oil', 'YES_NO'],
  ])
  assert.deepEqual(cellsOf('\uFEFFPressure;;4,5;6'), [['Pressure', '', '4,5', '6']])
  assert.deepEqual(cellsOf('Pressure,,4.5', ','), [['Pressure', '', '4.5']])
  assert.equal(separatorOf('\n\na;b\tc'), '\t')
})

test('quotation marks hold separators, lines and themselves, and are marks within a cell', () => {
  assert.deepEqual(tableRows('"Oil; ""cold""";"one\ntwo"\nBelt 2"; "x"\n"open;y'), [
    { line: 1, lastLine: 2, cells: ['Oil; "cold"', 'one\ntwo'] },
    { line: 3, lastLine: 3, cells: ['Belt 2"', 'x'] },
    { line: 4, lastLine: 4, cells: ['"open', 'y'] },
  ])
})

test('whatever cells hold, written as a CSV they are read as they were', () => {
  const cell = fc.string().map((text) => text.replaceAll('\r', '').trim())
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (table) => {
      const text = table.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(';')).join('\n')
      assert.deepEqual(
        cellsOf(text, ';'),
        table.filter((cells) => cells.some((one) => one !== '')),
      )
    }),
  )
})

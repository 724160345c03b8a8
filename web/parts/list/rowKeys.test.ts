import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowWithFocus } from './rowKeys.ts'

/** A row that contains itself and what is listed. */
const row = (...inside: readonly string[]) => ({ contains: (element: string) => inside.includes(element) })

describe('the row that the keys act on', () => {
  const rows = [row('group', 'first', 'second'), row('first'), row('second'), row('last')]

  it('is the innermost that has the focus, so that keys walk through the rows within a row and past them', () => {
    assert.deepEqual(
      ['group', 'first', 'second', 'last'].map((focused) => rowWithFocus(rows, focused)),
      [0, 1, 2, 3],
    )
  })

  it('is none where the focus is elsewhere', () => {
    assert.equal(rowWithFocus(rows, 'filter'), -1)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptOlder } from './messages.view.ts'

const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => ({ id: String(from + index) }))
const rangeOf = (list: readonly { readonly id: string }[]) => `${list.at(0)?.id ?? ''}-${list.at(-1)?.id ?? ''} of ${list.length}`

describe('older messages', () => {
  it('close up with the newest 200 while others write', () => {
    // Of 250 the newest 200 are answered, and 50 before them were read.
    const read = messages(1, 50)
    assert.equal(rangeOf(keptOlder(read, messages(51, 250), messages(51, 250))), '1-50 of 50')
    // Three more came: what fell out of the answer stays.
    assert.equal(rangeOf(keptOlder(read, messages(51, 250), messages(54, 253))), '1-53 of 53')
    // An answer twice changes nothing.
    assert.equal(rangeOf(keptOlder(messages(1, 53), messages(54, 253), messages(54, 253))), '1-53 of 53')
  })

  it('are sorted by number, and none where nothing was written', () => {
    assert.deepEqual(
      keptOlder(messages(9, 9), messages(10, 11), messages(100, 101)).map(({ id }) => id),
      ['9', '10', '11'],
    )
    assert.deepEqual(keptOlder([], [], []), [])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { historyChanges, productsOfHistory } from './orderHistory.view.ts'

const event = (details: object) => ({ details: JSON.stringify(details) })

describe('what an event of an order changed', () => {
  it('is told old and new by the names that screens use, in the order of the form', () => {
    const changed = event({
      notes: { before: null, after: 'Blue first' },
      planOutput: { before: 500, after: 600 },
      itemId: { before: 4, after: 9 },
      isPlanEndEntered: { before: false, after: true },
      planCycleTimeUnit: { before: 's', after: 'min' },
    })
    assert.deepEqual(historyChanges(changed), [
      { key: 'product', before: 4, after: 9 },
      { key: 'planOutput', before: 500, after: 600 },
      { key: 'notes', before: null, after: 'Blue first' },
    ])
    assert.deepEqual(productsOfHistory([changed, event({ product: { before: 9, after: 12 } })]), [4, 9, 12])
  })

  it('of a correction is what was confirmed before and what is now', () => {
    const corrected = event({ before: { accepted: 1000, rejected: 4 }, accepted: 940, rejected: 4, postings: [7] })
    assert.deepEqual(historyChanges(corrected), [
      { key: 'accepted', before: 1000, after: 940 },
      { key: 'rejected', before: 4, after: 4 },
    ])
  })

  it('of a border is where it was and is, of a move in the queue the place, of an import its file', () => {
    assert.deepEqual(historyChanges(event({ borderAt: 1, newAt: 2 })), [{ key: 'border', before: 1, after: 2 }])
    assert.deepEqual(historyChanges(event({ place: 3 })), [{ key: 'place', after: 3 }])
    assert.deepEqual(historyChanges(event({ importId: 5, fileName: 'plan.csv', dueDate: { before: null, after: 7 } })), [
      { key: 'dueDate', before: null, after: 7 },
      { key: 'file', after: 'plan.csv' },
    ])
  })

  it('is nothing of a start, and of scraps what they are since', () => {
    assert.deepEqual(historyChanges(event({})), [])
    assert.deepEqual(historyChanges(event({ possibleScraps: { after: 2 } })), [{ key: 'possibleScraps', after: 2 }])
  })
})

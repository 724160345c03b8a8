import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsToTakeBack, restoredEnd, type BatchPart } from './batchUndo.ts'

const part = (
  id: number,
  now: readonly [number, number | null] | null,
  before: readonly [number, number | null] | null,
  isKept = false,
): BatchPart => ({
  id,
  lane: 'press STATUS',
  now: now && { start: now[0], end: now[1] },
  before: before && { start: before[0], end: before[1] },
  isKept,
})
const LANE = 'press STATUS'

describe('partsToTakeBack', () => {
  it('takes back together what was one stretch before, or leaves both parts', () => {
    // Setup 13 to 15 was cut at 14: Jam before it, the rest stayed Setup.
    const cut = [part(1, [13, 14], [13, 15]), part(2, [14, 15], null)]
    assert.deepEqual(partsToTakeBack(cut, []), [1, 2])
    assert.deepEqual(partsToTakeBack([part(1, [13, 14], [13, 15], true), part(2, [14, 15], null)], []), [], 'the first is confirmed')
    assert.deepEqual(partsToTakeBack([part(1, [13, 14], [13, 15]), part(2, [14, 15], null, true)], []), [], 'more was said of the rest')
  })

  it('judges stretches apart from each other, and those of other machines, by themselves', () => {
    const parts = [part(1, [1, 2], null), part(2, [3, 4], null, true), { ...part(3, [3, 4], null), lane: 'lathe STATUS' }]
    assert.deepEqual(partsToTakeBack(parts, []), [1, 3])
  })

  it('leaves what would come back over something that others said', () => {
    const open = part(1, [13, 14], [13, null])
    assert.deepEqual(partsToTakeBack([open], [{ lane: LANE, start: 16, end: 17 }]), [1], 'it ends where it ends now')
    assert.deepEqual(partsToTakeBack([part(1, [13, 14], [13, 15])], [{ lane: LANE, start: 14, end: 16 }]), [])
    assert.deepEqual(partsToTakeBack([part(1, [13, 14], [13, 15])], [{ lane: 'lathe STATUS', start: 14, end: 16 }]), [1])
  })
})

describe('restoredEnd', () => {
  it('is that of before, of what was open then the end of all that it became', () => {
    assert.equal(restoredEnd({ start: 1, end: 5 }, [part(1, [1, 3], null)]), 5)
    assert.equal(restoredEnd({ start: 1, end: null }, [part(1, [1, 3], null), part(2, [3, 6], null)]), 6)
    assert.equal(restoredEnd({ start: 1, end: null }, [part(1, [1, 3], null), part(2, [3, null], null)]), null)
  })
})

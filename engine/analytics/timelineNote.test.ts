import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { lostPerHour, timelineNoteProblems } from './timelineNote.ts'

describe('a note on the timeline', () => {
  const note = { text: 'New nozzle', start: 1000, end: null }

  it('has a text of 1 to 200 characters and an end after its start', () => {
    const codes = (more: object) => timelineNoteProblems({ ...note, ...more }).map(({ code, field }) => `${code} ${field}`)
    assert.deepEqual(codes({}), [])
    assert.deepEqual(codes({ text: 'x'.repeat(200), end: 1001 }), [])
    assert.deepEqual(codes({ text: '' }), ['REQUIRED text'])
    assert.deepEqual(codes({ text: 'x'.repeat(201), end: 1000 }), ['LENGTH_OUT_OF_RANGE text', 'INVALID_PERIOD end'])
  })

  it('is told by the minutes lost of each planned hour: 30 and then 18 of 450 in each of 14 shifts are 4.0 and 2.4 (W-36)', () => {
    const of = (lost: number) => lostPerHour({ lostMs: 14 * lost * MINUTE_MS, plannedMs: 14 * 450 * MINUTE_MS })
    assert.deepEqual([of(30), of(18)], [4, 2.4])
    assert.equal(lostPerHour({ lostMs: 5, plannedMs: 0 }), null)
  })
})

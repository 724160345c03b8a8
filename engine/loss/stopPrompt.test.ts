import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import {
  type AskableLoss,
  isAsked,
  isLeftToLead,
  isWorthACheck,
  MOST_ASKS,
  NOTHING_ASKED,
  type PromptState,
  putOff,
  type QueuedStop,
  type StopPrompt,
  stopPrompt,
  stopQueue,
} from './stopPrompt.ts'

const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`)
const stop = (id: number, start: string, end: string | null): QueuedStop => ({
  id,
  workCenterId: 7,
  shiftStart: at('06:00:00'),
  status: 'OFF',
  start: at(start),
  end: end === null ? null : at(end),
})
const FIRST = stop(1, '09:58:00', '10:00:00')
const SECOND = stop(2, '10:00:15', '10:03:00')

const working = (since: string, stops: readonly QueuedStop[], more: Partial<PromptState<QueuedStop>> = {}): PromptState<QueuedStop> => ({
  workingSince: at(since),
  standingSince: null,
  rows: stopQueue(stops, at(since)).rows,
  shiftEnd: at('14:00:00'),
  memory: NOTHING_ASKED,
  ...more,
})
const standing = (since: string, stops: readonly QueuedStop[]): PromptState<QueuedStop> => ({
  ...working(since, stops),
  workingSince: null,
  standingSince: at(since),
})
/** The kind of the prompt, and the ids that it is about. */
const said = (prompt: StopPrompt<QueuedStop>): string => {
  if (prompt.kind === 'ASK') return `ASK ${prompt.row.stops.map(({ id }) => id).join(' ')}`
  if (prompt.kind === 'BEFORE_END') return `BEFORE_END ${prompt.rows.map((row) => row.stops.map(({ id }) => id).join('+')).join(' ')}`
  return prompt.kind === 'STANDING' ? `STANDING ${prompt.stop.id}${prompt.isCard ? ' card' : ''}` : 'NONE'
}
const askedAt = (state: PromptState<QueuedStop>, time: string): string => said(stopPrompt(state, at(time)))

describe('what a screen asks', () => {
  it('nothing, while the machine works and nothing waits', () => {
    assert.equal(askedAt(working('10:00:00', []), '10:05:00'), 'NONE')
  })

  it('no question in a pause of a stop, then one for both parts (worked example)', () => {
    assert.equal(askedAt(working('10:00:00', [FIRST]), '10:00:14'), 'NONE')
    assert.equal(askedAt(standing('10:00:15', [FIRST, stop(2, '10:00:15', null)]), '10:00:15'), 'STANDING 2')
    const both = working('10:03:00', [FIRST, SECOND])
    assert.equal(askedAt(both, '10:03:19'), 'NONE')
    assert.equal(askedAt(both, '10:03:20'), 'ASK 1 2')
  })

  it('the question comes after 20 s of work, and stays until it is answered', () => {
    const state = working('10:00:00', [FIRST])
    assert.equal(askedAt(state, '10:00:19.999'), 'NONE')
    assert.equal(askedAt(state, '10:00:20'), 'ASK 1')
    assert.equal(askedAt(state, '13:00:00'), 'ASK 1')
  })

  it('the question comes with the twentieth second, whatever the second of the clock', () => {
    const only = working('12:47:40', [stop(3, '12:30:05', '12:47:40')])
    assert.deepEqual([askedAt(only, '12:47:59'), askedAt(only, '12:48:00')], ['NONE', 'ASK 3'])
  })

  it('no question about a stop that ended before the last one, which needs none', () => {
    assert.equal(askedAt(working('10:30:00', [FIRST]), '10:31:00'), 'NONE')
  })

  it('a machine that stands is asked in a line, after ten minutes in a card', () => {
    const state = standing('10:00:00', [stop(1, '10:00:00', null)])
    assert.equal(askedAt(state, '10:09:59'), 'STANDING 1')
    assert.equal(askedAt(state, '10:10:00'), 'STANDING 1 card')
    assert.equal(askedAt(standing('10:00:00', []), '10:20:00'), 'NONE')
    // Nor is anything else asked while it stands, also before the end of the shift.
    assert.equal(askedAt(standing('13:50:00', [FIRST, stop(2, '13:50:00', null)]), '13:55:00'), 'STANDING 2')
  })

  it('"Later" gives ten quiet minutes, then it is asked once more', () => {
    const state = working('10:00:00', [FIRST])
    const once = putOff(NOTHING_ASKED, stopPrompt(state, at('10:01:00')), at('10:01:00'))
    const later = { ...state, memory: once }
    assert.equal(askedAt(later, '10:01:01'), 'NONE')
    assert.equal(askedAt(later, '10:10:59'), 'NONE')
    assert.equal(askedAt(later, '10:11:00'), 'ASK 1')
    const twice = putOff(once, stopPrompt(later, at('10:12:00')), at('10:12:00'))
    assert.equal(askedAt({ ...state, memory: twice }, '10:40:00'), 'NONE')
  })

  it('a restart ends the quiet: of the new stop, or of the one that was put off', () => {
    const memory = putOff(NOTHING_ASKED, stopPrompt(working('10:00:00', [FIRST]), at('10:01:00')), at('10:01:00'))
    const next = stop(3, '10:05:00', '10:06:00')
    assert.equal(askedAt(working('10:06:00', [FIRST, next], { memory }), '10:06:20'), 'ASK 3')
    assert.equal(askedAt(working('10:06:00', [FIRST], { memory }), '10:06:20'), 'ASK 1')
  })

  it('everything that waits is asked 15 minutes before the end of the shift, until somebody leaves it to the lead', () => {
    const state = working('10:03:00', [FIRST, SECOND, stop(3, '09:00:00', '09:10:00')])
    const quiet = putOff(NOTHING_ASKED, stopPrompt(state, at('13:44:00')), at('13:44:00'))
    assert.equal(askedAt({ ...state, memory: quiet }, '13:44:59'), 'NONE')
    assert.equal(askedAt({ ...state, memory: quiet }, '13:45:00'), 'BEFORE_END 1+2 3')
    const left = putOff(quiet, stopPrompt({ ...state, memory: quiet }, at('13:46:00')), at('13:46:00'))
    assert.equal(askedAt({ ...state, memory: left }, '13:50:00'), 'NONE')
    assert.ok([FIRST, SECOND].every((one) => isLeftToLead(left, one)))
    // What stops after that is a new question.
    const again = working('13:52:00', [FIRST, SECOND, stop(4, '13:51:00', '13:52:00')], { memory: left })
    assert.equal(askedAt(again, '13:52:20'), 'BEFORE_END 4')
    assert.equal(askedAt({ ...again, shiftEnd: null }, '13:52:20'), 'ASK 4')
  })

  it('asks about no stop more than three times, whatever is put off and when', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })
    fc.assert(
      fc.property(gaps, (minutes) => {
        let [now, memory] = [at('10:00:20'), NOTHING_ASKED]
        const shown = new Map<number, number>()
        for (const gap of minutes) {
          const state = working('10:00:00', [FIRST], { memory })
          const prompt = stopPrompt(state, now)
          if (prompt.kind !== 'NONE') shown.set(1, (shown.get(1) ?? 0) + 1)
          memory = putOff(memory, prompt, now)
          now += gap * MINUTE_MS
        }
        assert.ok((shown.get(1) ?? 0) <= MOST_ASKS)
      }),
    )
  })
})

describe('the queue', () => {
  const loss: AskableLoss = {
    source: 'STATUS',
    kind: 'OFF',
    isScheduledLoss: false,
    isValid: true,
    level: 2,
    hasReason: false,
    reasonSource: null,
    isShiftConfirmed: false,
    start: at('10:00:00'),
    end: at('10:10:00'),
  }

  it('holds what holds the confirmation of a shift up, and neither silence nor what was planned', () => {
    assert.ok(isAsked(loss) && isAsked({ ...loss, level: 3 }) && isAsked({ ...loss, kind: 'RULE', end: null }))
    const others: readonly Partial<AskableLoss>[] = [
      { level: 1 },
      { kind: 'NO_DATA' },
      { isScheduledLoss: true },
      { isValid: false },
      { source: 'SPEED' },
      { source: 'OUTPUT' },
      { isShiftConfirmed: true },
      { hasReason: true, reasonSource: 'MANUAL' },
      { hasReason: true, reasonSource: 'RULE' },
    ]
    for (const other of others) assert.ok(!isAsked({ ...loss, ...other }), JSON.stringify(other))
  })

  it('shows what a rule said of half an hour or more, to be checked', () => {
    const long = { ...loss, hasReason: true, reasonSource: 'RULE', end: loss.start + 30 * MINUTE_MS } as const
    assert.ok(isWorthACheck(long))
    for (const other of [{ end: long.end - SECOND_MS }, { end: null }, { reasonSource: 'MANUAL' }, { isShiftConfirmed: true }] as const)
      assert.ok(!isWorthACheck({ ...long, ...other }), JSON.stringify(other))
  })

  it('has the newest first, and folds what ended more than 48 h ago', () => {
    const old = { ...stop(9, '08:00:00', '08:10:00'), start: at('08:00:00') - 49 * HOUR_MS, end: at('08:10:00') - 49 * HOUR_MS }
    const queue = stopQueue([FIRST, old, stop(3, '11:00:00', '11:01:00')], at('12:00:00'))
    assert.deepEqual(
      queue.rows.map((row) => row.stops.map(({ id }) => id)),
      [[3], [1]],
    )
    assert.deepEqual(queue.older, [old])
  })
})

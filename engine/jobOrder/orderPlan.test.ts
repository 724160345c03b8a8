import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { problemsOfChange, problemsOfOrder, quantityProblem } from './orderForm.ts'
import type { OrderForm } from './orderForm.ts'
import { extensionOf, problemsOfLinks } from './orderLink.ts'
import { countedOutput, madeOutput } from './orderOutput.ts'
import { isWithinQuota, priorityOf, queueOf } from './orderQueue.ts'
import { endOfScheduledTime, expectedBy, planDurationOf } from './planWindow.ts'
import { placeInQueue, RANK_GAP, rankBetween } from './queueRank.ts'
import { earliestAct, problemOfActTime, problemOfRunEnd } from './runTimes.ts'

const FORM: OrderForm = {
  orderCode: 'JO-1',
  externalCode: null,
  description: null,
  notes: null,
  itemId: 1,
  workCenterId: 1,
  planOutput: 500,
  planStart: null,
  planEnd: null,
  dueDate: null,
  planDurationMs: null,
  performanceBy: 'CYCLE_TIME',
  planCycleTimeMs: null,
  targetSpeedQuantity: null,
  targetSpeedTimeMs: null,
}
const told = (problems: readonly { readonly code: string; readonly field?: string }[]) =>
  problems.map(({ code, field }) => `${field}: ${code}`)

describe('the window of an order', () => {
  // Friday and Monday, 06–14 and 14–22.
  const FRIDAY = Date.UTC(2026, 4, 1)
  const shifts = [FRIDAY, FRIDAY + 3 * DAY_MS].flatMap((day) => [
    { start: day + 6 * HOUR_MS, end: day + 14 * HOUR_MS },
    { start: day + 14 * HOUR_MS, end: day + 22 * HOUR_MS },
  ])

  it('ends when so much scheduled time has passed as it takes', () => {
    assert.equal(endOfScheduledTime(FRIDAY + 20 * HOUR_MS, 10 * HOUR_MS, shifts), FRIDAY + 3 * DAY_MS + 14 * HOUR_MS)
    assert.equal(endOfScheduledTime(FRIDAY + 7 * HOUR_MS, HOUR_MS, shifts), FRIDAY + 8 * HOUR_MS)
    assert.equal(endOfScheduledTime(FRIDAY, 40 * HOUR_MS, shifts), null)
    assert.equal(endOfScheduledTime(FRIDAY, HOUR_MS, []), null)
  })

  it('takes as long as entered, else output × cycle in whole seconds, rounded up', () => {
    const speed = { ...FORM, planOutput: 5000, performanceBy: 'SPEED', targetSpeedQuantity: 36, targetSpeedTimeMs: MINUTE_MS } as const
    assert.equal(planDurationOf(speed, null), 8334 * SECOND_MS)
    assert.equal(planDurationOf({ ...speed, planDurationMs: 10 * HOUR_MS }, null), 10 * HOUR_MS)
    // 730 at 50 a minute are 14.6 minutes; 731 are 877.2 seconds.
    assert.equal(planDurationOf({ ...speed, planOutput: 730, targetSpeedQuantity: 50 }, null), 876 * SECOND_MS)
    assert.equal(planDurationOf({ ...speed, planOutput: 731, targetSpeedQuantity: 50 }, null), 878 * SECOND_MS)
    assert.equal(planDurationOf({ ...FORM, planOutput: 3 }, 100), SECOND_MS)
    assert.equal(planDurationOf({ ...FORM, planOutput: 30 }, 100), 3 * SECOND_MS)
    assert.equal(planDurationOf(FORM, null), null)
  })

  it('expects of the plan what its scheduled time so far is of the whole', () => {
    const window = { start: FRIDAY + 6 * HOUR_MS, end: FRIDAY + 14 * HOUR_MS }
    assert.equal(expectedBy(800, window, FRIDAY + 10 * HOUR_MS, shifts), 400)
    assert.equal(expectedBy(800, window, FRIDAY, shifts), 0)
    // From Friday 18:00 to Monday 10:00 eight hours are scheduled; on Monday at 07:00 five of them are over.
    const overTheWeekend = { start: FRIDAY + 18 * HOUR_MS, end: FRIDAY + 3 * DAY_MS + 10 * HOUR_MS }
    assert.equal(expectedBy(960, overTheWeekend, FRIDAY + 3 * DAY_MS + 7 * HOUR_MS, shifts), 600)
    assert.equal(expectedBy(800, window, FRIDAY + DAY_MS, shifts), 800)
    assert.equal(expectedBy(800, { start: FRIDAY + DAY_MS, end: FRIDAY + DAY_MS + HOUR_MS }, FRIDAY + 2 * DAY_MS, shifts), 800)
  })
})

describe('the queue of a work center', () => {
  it('finds room between neighbours, and none where they touch', () => {
    assert.equal(rankBetween(null, null), RANK_GAP)
    assert.equal(rankBetween(RANK_GAP, null), 2 * RANK_GAP)
    assert.equal(rankBetween(null, RANK_GAP), 0)
    assert.equal(rankBetween(0, 10), 5)
    assert.equal(rankBetween(4, 5), null)
  })

  it('holds both moves of two people, whichever comes first', () => {
    const move = (queue: readonly string[], id: string, after: string): string[] => {
      const rest = queue.filter((one) => one !== id)
      const place = placeInQueue(rest.length, { afterIndex: rest.indexOf(after) })
      return [...rest.slice(0, place), id, ...rest.slice(place)]
    }
    const queue = ['A', 'B', 'C', 'D', 'E']
    assert.equal(move(move(queue, 'E', 'A'), 'B', 'D').join(''), 'AECDB')
    assert.equal(move(move(queue, 'B', 'D'), 'E', 'A').join(''), 'AECDB')
  })

  it('keeps a strict order over any moves', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(7), fc.nat(8)), { maxLength: 80 }), (moves) => {
        let queue = Array.from({ length: 8 }, (_, id) => ({ id, rank: (id + 1) * 4 }))
        const expected = queue.map(({ id }) => id)
        for (const [from, priority] of moves) {
          const [moved] = expected.splice(from, 1)
          if (moved === undefined) continue
          const rest = queue.filter(({ id }) => id !== moved)
          const place = placeInQueue(rest.length, { priority: priority + 1 })
          expected.splice(place, 0, moved)
          const rank = rankBetween(rest[place - 1]?.rank ?? null, rest[place]?.rank ?? null)
          const order = [...rest.slice(0, place), { id: moved, rank: rank ?? 0 }, ...rest.slice(place)]
          queue = rank === null ? order.map(({ id }, index) => ({ id, rank: (index + 1) * RANK_GAP })) : order
          assert.deepEqual(
            queueOf(queue.map((one) => ({ ...one, status: 'PLANNED' as const }))).map(({ id }) => id),
            expected,
          )
        }
      }),
    )
  })

  it('tells the priority as a place', () => {
    assert.equal(priorityOf({ status: 'PROGRESS' }, null), 0)
    assert.equal(priorityOf({ status: 'PLANNED' }, 3), 3)
    assert.equal(priorityOf({ status: 'COMPLETED' }, null), null)
  })

  it('shows operators what the quota says', () => {
    assert.equal(isWithinQuota({ status: 'PLANNED' }, { plannedBefore: 1, quota: 2 }), true)
    assert.equal(isWithinQuota({ status: 'PLANNED' }, { plannedBefore: 2, quota: 2 }), false)
    assert.equal(isWithinQuota({ status: 'PLANNED' }, { plannedBefore: 50, quota: 0 }), true)
    assert.equal(isWithinQuota({ status: 'ON_HOLD' }, { plannedBefore: 9, quota: 1 }), true)
    assert.equal(isWithinQuota({ status: 'DRAFT' }, { plannedBefore: 0, quota: null }), false)
  })
})

describe('the time of an act', () => {
  const now = Date.UTC(2026, 4, 4, 12)
  const shift = { start: now - 4 * HOUR_MS, end: now + 4 * HOUR_MS }

  it('goes back half an hour beyond the shift in progress, the last one, or a day', () => {
    assert.equal(earliestAct({ now, lastShift: shift }), shift.start - 30 * MINUTE_MS)
    assert.equal(earliestAct({ now, lastShift: { start: now - 9 * HOUR_MS, end: now - HOUR_MS } }), now - 90 * MINUTE_MS)
    assert.equal(earliestAct({ now, lastShift: null }), now - DAY_MS)
  })

  it('is refused ahead of the clock, and too far back for who may not manage', () => {
    const act = { now, mayModify: false, lastShift: shift }
    assert.equal(problemOfActTime({ ...act, at: now + 5000 }), null)
    assert.equal(problemOfActTime({ ...act, at: now + 5001 })?.code, 'START_IN_FUTURE')
    const earliest = shift.start - 30 * MINUTE_MS
    assert.equal(problemOfActTime({ ...act, at: earliest }), null)
    assert.deepEqual(problemOfActTime({ ...act, at: earliest - 1 }), { code: 'START_TOO_EARLY', field: 'at', params: { earliest } })
    assert.equal(problemOfActTime({ ...act, at: earliest - DAY_MS, mayModify: true }), null)
    assert.equal(problemOfRunEnd({ start: now }, now - 1)?.code, 'RUN_TOO_SHORT')
    assert.equal(problemOfRunEnd({ start: now }, now), null)
  })
})

describe('what is entered of an order', () => {
  it('is refused with every field that is wrong', () => {
    const wrong = { ...FORM, orderCode: ' ', planOutput: 0, planStart: 10, planEnd: 10, notes: 'x'.repeat(2001), planDurationMs: -1 }
    assert.deepEqual(told(problemsOfOrder(wrong, 'pcs')), [
      'orderCode: REQUIRED',
      'notes: LENGTH_OUT_OF_RANGE',
      'planOutput: VALUE_OUT_OF_RANGE',
      'planEnd: INVALID_WINDOW',
      'planDuration: VALUE_OUT_OF_RANGE',
    ])
    assert.deepEqual(told(problemsOfOrder({ ...FORM, orderCode: 'A\nB' }, 'pcs')), ['orderCode: INVALID_FORMAT'])
    assert.deepEqual(problemsOfOrder(FORM, 'pcs'), [])
  })

  it('counts pieces whole and metres in thousandths', () => {
    assert.equal(quantityProblem('planOutput', 1.5, 'pcs')?.code, 'NOT_WHOLE')
    assert.equal(quantityProblem('planOutput', 1.255, 'm'), null)
    assert.equal(quantityProblem('planOutput', 1.2555, 'm')?.code, 'TOO_MANY_PLACES')
    assert.equal(quantityProblem('planOutput', 1e9, 'm')?.code, 'NOT_BELOW')
  })

  it('keeps most of itself once work began', () => {
    const other = { ...FORM, itemId: 2, planOutput: 40, notes: 'n', planCycleTimeMs: 1000 }
    assert.deepEqual(told(problemsOfChange('PROGRESS', FORM, other, 60)), [
      'productId: JOB_ORDER_FIELD_LOCKED',
      'planOutput: PLAN_BELOW_OUTPUT',
    ])
    assert.deepEqual(problemsOfChange('PLANNED', FORM, { ...other, planOutput: 60 }, 0), [])
    assert.deepEqual(problemsOfChange('ON_HOLD', FORM, { ...FORM, workCenterId: 2 }, 0), [])
    assert.deepEqual(told(problemsOfChange('PROGRESS', FORM, { ...FORM, workCenterId: 2 }, 0)), ['workCenterId: JOB_ORDER_FIELD_LOCKED'])
    assert.deepEqual(told(problemsOfChange('COMPLETED', FORM, { ...FORM, notes: 'n', dueDate: 5 }, 0)), ['dueDate: JOB_ORDER_FIELD_LOCKED'])
    assert.deepEqual(told(problemsOfChange('PROGRESS', FORM, { ...FORM, planOutput: null }, 0)), ['planOutput: REQUIRED'])
  })

  it('links only to pages of the web', () => {
    const link = { fileName: 'Drawing', group: '', url: 'https://files.example/a/Plan.PDF?x=1' }
    assert.deepEqual(problemsOfLinks([link], 0), [])
    assert.equal(extensionOf(link.url), 'pdf')
    assert.equal(extensionOf('https://files.example/a'), '')
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'plan.pdf',
      `https://a.example/${'x'.repeat(2000)}`,
    ])
      assert.deepEqual(told(problemsOfLinks([{ ...link, url }], 0)), ['links.0.url: LINK_NOT_VALID'], url.slice(0, 20))
    assert.deepEqual(told(problemsOfLinks([link], 50)), ['links: LENGTH_OUT_OF_RANGE'])
  })
})

describe('what was made of an order', () => {
  it('is counted and confirmed, never both', () => {
    const made = madeOutput({ accepted: 980, rejected: 20 }, { accepted: 0, rejected: 0 })
    assert.deepEqual(countedOutput(made, { accepted: 400, rejected: 15 }), { total: 585, accepted: 580, rejected: 5 })
    assert.deepEqual(countedOutput(made, { accepted: 1003, rejected: 4 }), { total: 0, accepted: 0, rejected: 0 })
    assert.deepEqual(madeOutput({ accepted: 10, rejected: 1 }, { accepted: 5, rejected: 0 }), { total: 16, accepted: 15, rejected: 1 })
  })
})

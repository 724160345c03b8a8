import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import {
  bundlesFirst,
  changedSince,
  type ClosingLoss,
  type Findings,
  heldUpBy,
  isToExplain,
  shownStep,
  silencesOf,
  stepAfter,
  stepsOf,
  worthALook,
} from './closing.view.ts'

const NOTHING: Findings = {
  status: 'UNCONFIRMED',
  isRecalculating: false,
  stops: 0,
  silences: 0,
  looks: 0,
  outputs: 0,
  tasks: 0,
  heldUpBy: new Set(),
  openItems: 0,
}
const NONE = new Set<never>()

const loss = (minutes: number, more: Partial<ClosingLoss> = {}): ClosingLoss => ({
  id: 1,
  workCenterId: 1,
  version: 1,
  timeStart: '2026-11-22T06:00:00.000Z',
  timeEnd: new Date(Date.UTC(2026, 10, 22, 6) + minutes * MINUTE_MS).toISOString(),
  kind: 'OFF',
  source: 'STATUS',
  lossLevel: 2,
  isScheduledLoss: false,
  isProvisional: false,
  isApproved: false,
  editRefusal: null,
  reasonSource: null,
  updatedOn: null,
  updatedBy: null,
  comment: null,
  reason: null,
  statusRule: null,
  ...more,
})
const reason = (requireExtraNotes = false) => ({
  id: 1,
  name: 'Jam',
  color: '#C62814',
  type: 'UNPLANNED' as const,
  isSmallStop: false,
  activityTypes: [],
  requireExtraNotes,
})

test('closing opens at the first step with something to do, else at the confirmation', () => {
  assert.equal(shownStep(stepsOf(NOTHING, NONE), ''), 'confirm')
  assert.equal(shownStep(stepsOf({ ...NOTHING, stops: 2, looks: 1 }, NONE), ''), 'stops')
  assert.equal(shownStep(stepsOf({ ...NOTHING, isRecalculating: true, stops: 2 }, NONE), ''), 'ready')
  assert.equal(shownStep(stepsOf(NOTHING, NONE), 'numbers'), 'numbers')
})

test('it goes on to the next step with work, shrinks with the work, and a passed step is done', () => {
  const found = { ...NOTHING, stops: 2, silences: 1, openItems: 1 }
  assert.equal(stepAfter(stepsOf(found, NONE), 'stops'), 'silence')
  assert.equal(stepAfter(stepsOf({ ...found, silences: 0 }, NONE), 'stops'), 'handover')
  assert.equal(shownStep(stepsOf({ ...found, stops: 0 }, new Set(['silence', 'handover'] as const)), ''), 'confirm')
})

test('what holds the shift up is still to be done after it was passed by, and the way goes on behind it', () => {
  const issues = [{ code: 'UNCONFIRMED_OUTPUT' as const }, { code: 'PENDING_TASKS' as const }]
  const found = {
    ...NOTHING,
    stops: 2,
    looks: 1,
    outputs: 1,
    tasks: 3,
    heldUpBy: heldUpBy({ isRecalculating: false, hasStops: true, issues }),
  }
  const steps = stepsOf(found, new Set(['stops', 'look', 'output'] as const))
  assert.deepEqual(
    steps.filter(({ work }) => work > 0),
    [
      { key: 'stops', work: 2 },
      { key: 'output', work: 1 },
      { key: 'tasks', work: 3 },
    ],
  )
  assert.equal(stepAfter(steps, 'stops'), 'output')
  assert.equal(stepAfter(steps, 'tasks'), 'confirm')
  assert.equal(shownStep(steps, ''), 'stops')
})

test('a stop without a reason waits; small ones, planned ones and rejects do not (S-45)', () => {
  assert.equal(isToExplain(loss(5)), true)
  assert.deepEqual(
    [loss(5, { lossLevel: 1 }), loss(5, { isScheduledLoss: true }), loss(5, { source: 'OUTPUT' }), loss(5, { reason: reason() })].map(
      (one) => isToExplain(one),
    ),
    [false, false, false, false],
  )
})

test('silence of five minutes and more is told, an open one until now', () => {
  const at = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString()
  const statuses = [
    { kind: 'NO_DATA' as const, timeStart: at(50), timeEnd: null },
    { kind: 'NO_DATA' as const, timeStart: at(10), timeEnd: at(15) },
    { kind: 'NO_DATA' as const, timeStart: at(20), timeEnd: at(24) },
    { kind: 'OFF' as const, timeStart: at(30), timeEnd: at(45) },
  ]
  assert.deepEqual(
    silencesOf(statuses, 60 * MINUTE_MS).map(({ start, end }) => [start / MINUTE_MS, end / MINUTE_MS]),
    [
      [10, 15],
      [50, 60],
    ],
  )
})

test('critical stops, long ones that a rule explained and those that lack a comment are worth a look; approved ones are not', () => {
  const looks = (one: ClosingLoss) => worthALook([one], [])[0]?.why ?? null
  assert.equal(looks(loss(40, { reason: reason(), reasonSource: 'RULE' })), 'longByRule')
  assert.equal(looks(loss(29, { reason: reason(), reasonSource: 'RULE' })), null)
  assert.equal(looks(loss(40, { reason: reason(), reasonSource: 'MANUAL' })), null)
  assert.equal(looks(loss(5, { reason: reason(), lossLevel: 3 })), 'critical')
  assert.equal(looks(loss(5, { reason: reason(true), comment: ' ' })), 'noComment')
  assert.equal(looks(loss(5, { reason: reason(true), comment: 'belt' })), null)
  assert.equal(looks(loss(40, { reason: reason(), reasonSource: 'RULE', isApproved: true })), null)
})

test('what people said of stops that are no longer there is looked at first', () => {
  const [gone, critical] = [loss(8, { reason: reason(), comment: 'belt' }), loss(5, { reason: reason(), lossLevel: 3 })]
  assert.deepEqual(
    worthALook([critical], [gone]).map(({ loss: one, why }) => [one === gone, why]),
    [
      [true, 'invalid'],
      [false, 'critical'],
    ],
  )
})

test('bundles are explained first, then the longest stops; one that goes on is as long as it is by now', () => {
  const row = (start: number, stoppedMs: number | null, count = 1) => ({ stops: Array.from({ length: count }), start, stoppedMs })
  const rows = [row(0, 50), row(10, 90), row(20, 10, 3), row(30, null)]
  assert.deepEqual(
    bundlesFirst(rows, 200).map(({ start }) => start),
    [20, 30, 10, 0],
  )
})

test('what another person changed meanwhile is told: a confirmation, a reopening, the comment', () => {
  const seen = { status: 'UNCONFIRMED', comment: null, revision: 0 } as const
  assert.deepEqual(changedSince(seen, seen), [])
  assert.deepEqual(changedSince(seen, { status: 'CONFIRMED', comment: 'by me', revision: 1 }), ['confirmed', 'comment'])
  assert.deepEqual(changedSince(seen, { status: 'UNCONFIRMED', comment: '', revision: 1 }), ['reopened'])
})

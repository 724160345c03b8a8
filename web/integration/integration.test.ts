import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import {
  chosenPlaces,
  failureProblem,
  failureText,
  firstChoices,
  gatherRuns,
  isBehindAnother,
  linkChoices,
  problemsOfChoices,
  rowKey,
  runOfFailure,
  withChosen,
  withProposals,
} from './integration.view.ts'

const match = (id: string, suggestedWorkCenterId: number | null) => ({
  externalWorkCenter: { id, code: null, name: `Machine ${id}` },
  action: null,
  internalWorkCenterId: null,
  suggestedWorkCenterId,
  reason: null,
})
const matches = [match('1', 11), match('2', null)]
const workCenters = [{ id: 11, name: 'Press' }]

test('a proposal is no choice before somebody takes it', () => {
  const first = firstChoices(matches)
  assert.deepEqual(first, [
    { action: null, internalId: null },
    { action: null, internalId: null },
  ])
  assert.deepEqual(
    problemsOfChoices(matches, first, workCenters).map(({ code, field }) => `${field} ${code}`),
    ['workCenterParams.0 INTEGRATION_LINK_EMPTY', 'workCenterParams.1 INTEGRATION_LINK_EMPTY'],
  )
  const taken = withProposals(matches, first)
  assert.deepEqual(linkChoices(matches, taken)[0], { externalId: '1', action: 'EXISTING', internalId: 11 })
  assert.equal(problemsOfChoices(matches, taken, workCenters).length, 1)
})

test('ignoring all is refused as the server refuses it', () => {
  const ignored = matches.map(() => ({ action: 'IGNORE', internalId: null }) as const)
  assert.deepEqual(
    problemsOfChoices(matches, ignored, workCenters).map(({ code }) => code),
    ['INTEGRATION_ALL_IGNORED'],
  )
})

test('what was chosen is there again when the other system answers anew, in another order', () => {
  const chosen = chosenPlaces(matches, [
    { action: 'NEW', internalId: null },
    { action: 'EXISTING', internalId: 11 },
  ])
  assert.deepEqual(withChosen([match('3', null), match('2', null), match('1', 11)], chosen), [
    { action: null, internalId: null },
    { action: 'EXISTING', internalId: 11 },
    { action: 'NEW', internalId: null },
  ])
  assert.deepEqual(withChosen(matches, new Map()), firstChoices(matches))
})

test('a row is worked on by keys', () => {
  assert.deepEqual(rowKey('1', null), { action: 'NEW' })
  assert.deepEqual(rowKey('3', null), { action: 'IGNORE' })
  assert.deepEqual(rowKey('ArrowDown', null), { move: 1 })
  assert.equal(rowKey('Enter', 'EXISTING'), 'OPEN')
  // There is no list to go to: the button is pressed.
  assert.equal(rowKey('Enter', 'NEW'), null)
  assert.equal(rowKey('Enter', null), null)
  assert.equal(rowKey('Tab', null), null)
})

test('a failure keeps the values of its sentence', () => {
  assert.deepEqual(failureProblem({ code: 'A', params: '{"host":"x"}' }), { code: 'A', params: { host: 'x' } })
})

test('imports that found nothing by themselves stand together, others each for itself', () => {
  const run = (id: number, read: number, more: object = {}) => ({
    id,
    kind: 'RUN',
    isByHand: false,
    error: null,
    counts: { read, refused: 0 },
    ...more,
  })
  const runs = [
    run(9, 0),
    run(8, 0),
    run(7, 2),
    run(6, 0),
    run(5, 0, { isByHand: true }),
    run(4, 0, { error: { code: 'UNREACHABLE' } }),
    run(3, 0, { kind: 'PREVIEW' }),
    run(2, 0, { counts: null }),
    run(1, 0, { counts: { read: 0, refused: 1 } }),
  ]
  const ids = gatherRuns(runs).map((group) => group.map(({ id }) => id))
  assert.deepEqual(ids, [[9, 8], [7], [6], [5], [4], [3], [2], [1]])
  assert.deepEqual(gatherRuns([]), [])
})

test('a message waits behind what is open of its order, and of no other', () => {
  const message = (id: number, externalCode: string, state: string) => ({ id, externalCode, state })
  const queue = [message(1, 'MO/7', 'SENT'), message(2, 'MO/7', 'CONFLICT'), message(3, 'MO/8', 'WAITING'), message(4, 'MO/7', 'WAITING')]
  assert.deepEqual(
    queue.map((one) => isBehindAnother(one, queue)),
    [false, false, false, true],
  )
})

describe('a failure for who helps', () => {
  const failed = {
    about: ['ERP', 'Odoo 19.0', ''],
    sentence: 'The key is not accepted',
    code: 'INTEGRATION_SIGN_IN',
    params: '{"status":401}',
  }
  const request = {
    asked: 'POST /json/2/mrp.production/fields_get',
    status: 401,
    milliseconds: 84,
    answer: 'Invalid apikey',
    problem: null,
  }

  it('has its code, its instant and what was asked, a line each', () => {
    const requests = [request, { ...request, status: null, answer: null, problem: 'TIMEOUT', milliseconds: 10_000 }]
    assert.equal(
      failureText({ ...failed, at: '2026-11-28T03:15:00.000Z', requests }),
      `ERP · Odoo 19.0
The key is not accepted
INTEGRATION_SIGN_IN · {"status":401} · 2026-11-28T03:15:00.000Z
POST /json/2/mrp.production/fields_get → 401, 84 ms: Invalid apikey
POST /json/2/mrp.production/fields_get → TIMEOUT, 10000 ms`,
    )
    assert.equal(
      failureText({ ...failed, params: '{}', at: null, requests: [] })
        .split('\n')
        .at(-1),
      'INTEGRATION_SIGN_IN',
    )
  })

  it('is of the newest run that failed, where that failed by the same', () => {
    const runs = [{ id: 'b', error: { code: 'INTEGRATION_SIGN_IN' } }]
    assert.equal(runOfFailure(runs, 'INTEGRATION_SIGN_IN')?.id, 'b')
    assert.equal(runOfFailure(runs, 'INTEGRATION_TIMEOUT'), null)
    assert.equal(runOfFailure([], 'INTEGRATION_TIMEOUT'), null)
    assert.equal(runOfFailure([{ id: 'c', error: null }], undefined), null)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chosenPlaces,
  failureProblem,
  firstChoices,
  gatherRuns,
  isBehindAnother,
  linkChoices,
  problemsOfChoices,
  rowKey,
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

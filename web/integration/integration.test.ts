import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chosenPlaces,
  failureProblem,
  firstChoices,
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

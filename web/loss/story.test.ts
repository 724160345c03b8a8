import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoryEntryFragment } from '#web/api/generated/graphql.ts'
import { LOSSES_SEARCH } from './lossesSearch.ts'
import { lastTold, lossLink, saidBefore, storyWay } from './story.view.ts'

const occurrence = (state: NonNullable<StoryEntryFragment['occurrence']>['state']) => ({
  id: 7,
  state,
  isFoundLate: false,
  isReasonGone: false,
  checklist: null,
})

test('the link that is sent opens the loss, of whatever time and machine it is', () => {
  const link = new URL(lossLink('https://trueline.example', 5))
  assert.equal(link.pathname, '/losses')
  assert.deepEqual(LOSSES_SEARCH.read(Object.fromEntries(link.searchParams)).id, [5])
})

test('an entry leads to its request, and to its checklist: while it is open to its answers, then to what was answered', () => {
  assert.equal(storyWay({ workRequest: null, occurrence: null }), null)
  assert.deepEqual(storyWay({ workRequest: { id: 3, content: 'Seal' }, occurrence: null }), { to: '/work-requests', search: { id: [3] } })
  assert.deepEqual(storyWay({ workRequest: null, occurrence: occurrence('STARTED') }), { to: '/checklists', search: { run: [7] } })
  assert.deepEqual(storyWay({ workRequest: null, occurrence: occurrence('PENDING') }), { to: '/checklists', search: { run: [7] } })
  for (const state of ['DONE', 'MISSED', 'SKIPPED', 'CANCELLED'] as const)
    assert.deepEqual(storyWay({ workRequest: null, occurrence: occurrence(state) }), { to: '/checklists', search: { result: [7] } })
})

test('who is told next stands once of each message, after the last who were told', () => {
  const message = (id: string) => ({ id }) as NonNullable<StoryEntryFragment['notification']>
  const entries = [
    { id: 'a0', kind: 'TOLD', notification: message('a') },
    { id: 'b0', kind: 'TOLD', notification: message('b') },
    { id: 'a1', kind: 'TOLD', notification: message('a') },
    { id: 'taken', kind: 'TAKEN', notification: message('a') },
    { id: 'began', kind: 'BEGAN', notification: null },
  ] as const
  assert.deepEqual([...lastTold(entries)].toSorted(), ['a1', 'b0'])
})

test('what was said before can be said again, but not what is said now, nor that it was taken away', () => {
  const saying = { id: 1, reasonId: 4, reason: { id: 4, name: 'Jam' }, isApproved: false, isRemoved: false, via: null }
  const now = { reasonSource: 'MANUAL', reasonId: 4, comment: 'belt' }
  assert.equal(saidBefore({ saying, comment: 'belt' }, now), null)
  assert.deepEqual(saidBefore({ saying, comment: null }, now), { reason: saying.reason, reasonId: 4, comment: null })
  // The same reason by a rule is nobody's word.
  assert.ok(saidBefore({ saying, comment: 'belt' }, { ...now, reasonSource: 'RULE' }) !== null)
  assert.equal(saidBefore({ saying: { ...saying, isRemoved: true }, comment: null }, now), null)
  assert.equal(saidBefore({ saying: null, comment: null }, now), null)
})

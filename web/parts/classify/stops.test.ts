import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'
import {
  firstChoices,
  groupChoices,
  listStops,
  onlyMatch,
  problemOf,
  stopOf,
  stopToExplain,
  undoOf,
  withGiven,
  writeDecision,
  type Choice,
} from './stops.view.ts'

type Parts = Partial<LossFieldsFragment> & { readonly name?: string }

function loss({ name, ...parts }: Parts): LossFieldsFragment {
  return {
    id: 1,
    workCenterId: 1,
    version: 1,
    timeStart: '2026-05-04T06:00:00Z',
    timeEnd: '2026-05-04T06:10:00Z',
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
    statusRule: null,
    reason: name === undefined ? null : { id: 7, name, color: '#000000', type: 'UNPLANNED', isSmallStop: false, activityTypes: [] },
    ...parts,
  }
}

test('stops without a reason come first, then the others, each newest first', () => {
  const list = listStops([
    loss({ id: 1, timeStart: '2026-05-04T06:00:00Z' }),
    loss({ id: 2, timeStart: '2026-05-04T07:00:00Z', name: 'Jam' }),
    loss({ id: 3, timeStart: '2026-05-04T08:00:00Z' }),
    loss({ id: 4, timeStart: '2026-05-04T09:00:00Z', isScheduledLoss: true }),
    loss({ id: 5, timeStart: '2026-05-04T10:00:00Z', kind: 'NO_DATA' }),
    loss({ id: 6, timeStart: '2026-05-04T11:00:00Z', lossLevel: 1 }),
  ])
  assert.deepEqual(
    list.stops.map(({ id }) => id),
    [5, 3, 1, 6, 4, 2],
  )
  assert.equal(
    list.openCount,
    3,
    'planned time and small stops ask nobody for a reason; silence that counts as a stop does, it holds the closing up',
  )
})

test('reasons are grouped, unplanned first, in the order of the company, and searched without regard to accents', () => {
  const choice = (id: number, name: string, type: Choice['type']): Choice => ({
    id,
    name,
    type,
    color: '#000000',
    requireExtraNotes: false,
  })
  const choices = [choice(1, 'Przezbrojenie', 'PLANNED'), choice(2, 'Zacięcie', 'UNPLANNED'), choice(3, 'Awaria', 'UNPLANNED')]
  const found = (text: string) => groupChoices(choices, text).map((group) => [group.type, group.choices.map(({ id }) => id)])
  assert.deepEqual(found(''), [
    ['UNPLANNED', [2, 3]],
    ['PLANNED', [1]],
  ])
  assert.deepEqual(found('zaciecie'), [['UNPLANNED', [2]]])
  assert.deepEqual(found('nothing'), [])
})

test('a decision shows before it is answered, and until the list tells it or something newer', () => {
  const listed = [loss({ id: 1, version: 3 }), loss({ id: 2, version: 1 })]
  const decision = { stop: stopOf(loss({ id: 1, version: 3 })), reasonId: 7, reason: 'Jam', type: 'PLANNED', comment: 'Belt' } as const
  const shown = (after: LossFieldsFragment | null, list = listed) =>
    listStops(withGiven(list, new Map([[1, { decision, after }]]))).stops.map((stop) => [stop.id, stop.reason, stop.style, stop.version])
  const asSaved = [
    [2, null, 'stop', 1],
    [1, 'Jam', 'planned', 3],
  ]
  assert.deepEqual(shown(null), asSaved)
  const saved = loss({ id: 1, version: 4, name: 'Jam', reasonSource: 'MANUAL' })
  assert.deepEqual(shown(saved).at(-1), [1, 'Jam', 'stopKnown', 4])
  const newer = [loss({ id: 1, version: 5, name: 'Cleaning' })]
  assert.deepEqual([shown(saved, newer), shown(null, newer)], [[[1, 'Cleaning', 'stopKnown', 5]], [[1, 'Cleaning', 'stopKnown', 5]]])
})

test('the next stop to explain is the newest without a reason that may be classified and is not being saved', () => {
  const list = listStops([
    loss({ id: 1, timeStart: '2026-05-04T06:00:00Z' }),
    loss({ id: 2, timeStart: '2026-05-04T07:00:00Z' }),
    loss({ id: 3, timeStart: '2026-05-04T08:00:00Z', editRefusal: 'LOSS_APPROVED' }),
    loss({ id: 4, timeStart: '2026-05-04T09:00:00Z', name: 'Jam' }),
  ])
  const nobody = () => false
  assert.equal(stopToExplain(list, nobody)?.id, 2)
  assert.equal(stopToExplain(list, nobody, 2)?.id, 1)
  assert.equal(stopToExplain(list, (id) => id !== 1)?.id, 1)
  assert.equal(
    stopToExplain(list, () => true),
    null,
  )
})

test('Enter takes the reason that the search leaves, and none of several', () => {
  const choice = (id: number, name: string): Choice => ({ id, name, type: 'UNPLANNED', color: '#000000', requireExtraNotes: false })
  const groups = (text: string) => groupChoices([choice(1, 'No material'), choice(2, 'No operator')], text)
  assert.deepEqual([onlyMatch(groups('mat'))?.id, onlyMatch(groups('no')), onlyMatch(groups('x'))], [1, null, null])
})

test('a decision is written against the version that was seen, or the one it replaces', () => {
  const stop = stopOf(loss({ id: 9, version: 4 }))
  const decision = { stop, reasonId: 7, reason: 'Jam', comment: 'Belt' }
  assert.deepEqual(writeDecision(decision), { id: 9, version: 4, reasonId: 7, comment: 'Belt' })
  assert.equal(writeDecision(decision, 6).version, 6)
})

test('undo gives back what a person had said, and what rules had said to the rules', () => {
  const saved = { id: 12, version: 5 }
  const byRule = stopOf(loss({ name: 'Jam', reasonSource: 'RULE', comment: 'Belt' }))
  assert.deepEqual(undoOf(byRule, saved), { id: 12, version: 5, reasonId: null, comment: 'Belt' })
  const byHand = stopOf(loss({ name: 'Jam', reasonSource: 'MANUAL', isApproved: true }))
  assert.deepEqual(undoOf(byHand, saved), { id: 12, version: 5, reasonId: 7, comment: null, isApproved: true })
})

test('what refused a decision is told by its code, and nothing by a code that means nothing here', () => {
  assert.equal(problemOf(['CONFLICT']), 'CONFLICT')
  assert.equal(problemOf(['SHIFT_CONFIRMED']), 'SHIFT_CONFIRMED')
  assert.equal(problemOf(['NOT_UNIQUE']), 'OTHER')
  assert.equal(problemOf([]), 'OTHER')
})

test('a stop names who changed it last, and when', () => {
  const changed = stopOf(
    loss({ name: 'Jam', reasonSource: 'MANUAL', updatedOn: '2026-05-04T06:46:00Z', updatedBy: { id: 'x', fullName: 'Ivan' } }),
  )
  assert.deepEqual(changed.changed, { name: 'Ivan', at: Date.UTC(2026, 4, 4, 6, 46) })
  assert.equal(stopOf(loss({ name: 'Jam', reasonSource: 'RULE' })).changed, null)
})

test('the first tiles are those of the status and the length of the stop, as far as they may be chosen', () => {
  const choice = (id: number) => ({ id, name: `Reason ${id}`, color: '#123456', type: 'UNPLANNED' as const, requireExtraNotes: false })
  const ranking = (
    statusRuleId: number | null,
    kind: 'RULE' | 'OFF' | 'UNDEFINED',
    length: 'UNDER_5_MIN' | 'UNDER_30_MIN',
    ids: readonly number[],
  ) => ({
    statusRuleId,
    kind,
    length,
    reasons: ids.map((reasonId) => ({ reasonId, likeCount: 1, ofCount: 2 })),
  })
  const rankings = [
    ranking(7, 'RULE', 'UNDER_30_MIN', [3, 1, 9]),
    ranking(7, 'RULE', 'UNDER_5_MIN', [1, 3]),
    ranking(null, 'OFF', 'UNDER_30_MIN', [2]),
    ranking(null, 'UNDEFINED', 'UNDER_30_MIN', [1]),
  ]
  const idsOf = (stop: Parameters<typeof firstChoices>[2]) =>
    firstChoices(rankings, [1, 2, 3].map(choice), stop, 20 * 60_000).map((one) => one.choice.id)
  assert.deepEqual(idsOf({ source: 'STATUS', kind: 'RULE', statusRuleId: 7, start: 0, end: 10 * 60_000 }), [3, 1])
  assert.deepEqual(idsOf({ source: 'STATUS', kind: 'RULE', statusRuleId: 7, start: 0, end: 4 * 60_000 }), [1, 3])
  assert.deepEqual(idsOf({ source: 'STATUS', kind: 'OFF', statusRuleId: null, start: 0, end: null }), [2])
  assert.deepEqual(idsOf({ source: 'OUTPUT', kind: 'RULE', statusRuleId: 7, start: 0, end: 10 * 60_000 }), [])
  // A rule that is new today has nothing of its own yet.
  assert.deepEqual(idsOf({ source: 'STATUS', kind: 'RULE', statusRuleId: 8, start: 0, end: null }), [1])
  assert.deepEqual(idsOf({ source: 'STATUS', kind: 'OFF', statusRuleId: null, start: 0, end: 4 * 60_000 }), [])
})

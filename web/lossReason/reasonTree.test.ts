import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  crowdedPlaces,
  missingLanguages,
  moved,
  placeOf,
  type Reason,
  type ReasonGroup,
  shownTree,
  staysPut,
  stepOf,
  treeOf,
} from './reasonTree.view.ts'

const group = (id: number): ReasonGroup => ({
  id,
  name: `Group ${id}`,
  originalName: `Group ${id}`,
  color: '#112233',
  version: 1,
  translations: [],
})
const reason = (id: number, groupId: number | null, more: Partial<Reason> = {}): Reason => ({
  id,
  name: `Reason ${id}`,
  originalName: `Reason ${id}`,
  category: 'AVAILABILITY',
  type: 'UNPLANNED',
  color: '#112233',
  groupId,
  activityTypes: [],
  includeInOeeCalculation: true,
  isSmallStop: false,
  isHidden: false,
  isDefaultPlanned: false,
  deniedManualEnter: false,
  requireExtraNotes: false,
  hasMaximumAllowedDuration: false,
  maximumAllowedDuration: null,
  linkType: 'COMPANY',
  links: [],
  identifiers: [],
  translations: [],
  version: 1,
  isUsed: false,
  usage: { count: 0, duration: 0, hastyShare: null },
  ...more,
})
const GROUPS = [group(7), group(8)]
const REASONS = [reason(1, 7), reason(2, 7), reason(3, 8), reason(4, null)]
const tree = treeOf(GROUPS, REASONS)
const told = (branches: typeof tree) => branches.map((branch) => [branch.group?.id ?? null, branch.reasons.map(({ id }) => id)])

test('reasons stand under their groups, those without one last', () => {
  assert.deepEqual(told(tree), [
    [7, [1, 2]],
    [8, [3]],
    [null, [4]],
  ])
})

test('a move shows before it is saved, and nowhere where its target is gone', () => {
  assert.deepEqual(told(moved(tree, { id: 4, groupId: 7, beforeId: 2 })), [
    [7, [1, 4, 2]],
    [8, [3]],
    [null, []],
  ])
  assert.deepEqual(
    told(
      treeOf(GROUPS, REASONS, [
        { id: 2, groupId: 7, beforeId: 1 },
        { id: 2, groupId: null, beforeId: null },
      ]),
    ),
    [
      [7, [1]],
      [8, [3]],
      [null, [4, 2]],
    ],
  )
  assert.equal(moved(tree, { id: 1, groupId: 99, beforeId: null }), tree)
  assert.equal(moved(tree, { id: 1, groupId: 7, beforeId: 3 }), tree)
})

test('one step goes past a neighbour, and at the end of a group into the next one', () => {
  assert.deepEqual(stepOf(tree, 2, 'up'), { id: 2, groupId: 7, beforeId: 1 })
  assert.deepEqual(stepOf(tree, 1, 'down'), { id: 1, groupId: 7, beforeId: null })
  assert.deepEqual(stepOf(tree, 2, 'down'), { id: 2, groupId: 8, beforeId: 3 })
  assert.deepEqual(stepOf(tree, 3, 'up'), { id: 3, groupId: 7, beforeId: null })
  assert.deepEqual(stepOf(tree, 3, 'down'), { id: 3, groupId: null, beforeId: 4 })
  assert.deepEqual([stepOf(tree, 1, 'up'), stepOf(tree, 4, 'down'), stepOf(tree, 99, 'up')], [null, null, null])
})

test('what was moved goes back where it stood', () => {
  const back = placeOf(tree, 1)
  assert.deepEqual(back, { id: 1, groupId: 7, beforeId: 2 })
  const away = moved(tree, { id: 1, groupId: null, beforeId: null })
  assert.ok(back !== null)
  assert.deepEqual(told(moved(away, back)), told(tree))
  assert.ok(staysPut(tree, back) && staysPut(tree, { id: 1, groupId: 7, beforeId: 1 }) && !staysPut(away, back))
})

test('search and choice narrow the tree; empty groups stand only in the whole one', () => {
  const some = treeOf(
    [...GROUPS, group(9)],
    [reason(1, 7, { name: 'Zacięcie', identifiers: ['ERP-1'] }), reason(2, 7, { isHidden: true }), reason(3, 8)],
  )
  assert.deepEqual(told(shownTree(some, { q: '', show: 'all' })), [
    [7, [1, 2]],
    [8, [3]],
    [9, []],
  ])
  assert.deepEqual(told(shownTree(some, { q: 'zaciecie', show: 'all' })), [[7, [1]]])
  assert.deepEqual(told(shownTree(some, { q: 'erp', show: 'all' })), [[7, [1]]])
  assert.deepEqual(told(shownTree(some, { q: '', show: 'hidden' })), [[7, [2]]])
  assert.deepEqual(told(shownTree(some, { q: '', show: 'inUse' })), [
    [7, [1]],
    [8, [3]],
  ])
})

test('a machine with more than twenty reasons for its stops is named', () => {
  const many = Array.from({ length: 20 }, (_one, index) => reason(index + 1, null))
  const places = [
    { id: 1, name: 'Press 1', groupId: null },
    { id: 2, name: 'Press 2', groupId: 5 },
  ]
  const more = [
    reason(21, null, { linkType: 'WORK_CENTER_GROUP', links: [{ workCenterId: null, workCenterGroupId: 5, identifier: null }] }),
    reason(22, null, { category: 'QUALITY' }),
    reason(23, null, { isHidden: true }),
    reason(24, null, { deniedManualEnter: true }),
  ]
  assert.deepEqual(crowdedPlaces(many, places), [])
  assert.deepEqual(
    crowdedPlaces([...many, ...more], places).map(({ place, count }) => [place.name, count]),
    [['Press 2', 21]],
  )
})

test('languages without a name are named', () => {
  assert.deepEqual(
    missingLanguages({
      translations: [
        { languageCode: 'uk', name: 'а' },
        { languageCode: 'en', name: 'a' },
      ],
    }),
    ['pl', 'ru', 'es', 'uz'],
  )
})

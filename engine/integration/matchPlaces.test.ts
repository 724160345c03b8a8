import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldedName } from './foldedName.ts'
import { linkProblems, suggestLinks } from './matchPlaces.ts'
import type { LinkChoice } from './matchPlaces.ts'

const external = [
  { id: '1', code: 'P-1', name: 'Prasa główna' },
  { id: '2', code: null, name: 'CNC 4' },
  { id: '3', code: 'X', name: 'Saw line north' },
]
const internal = [
  { id: 11, externalCode: 'p-1 ', name: 'Press 1' },
  { id: 12, externalCode: null, name: 'СNС 4' },
  { id: 13, externalCode: null, name: 'Saw line  North 2' },
  { id: 14, externalCode: null, name: 'Oven' },
]

test('links are proposed by code, by name in letters of one look, and by likeness', () => {
  const found = suggestLinks(external, internal)
  assert.deepEqual(
    found.map(({ externalId, internalId, reason }) => [externalId, internalId, reason]),
    [
      ['1', 11, 'CODE'],
      ['2', 12, 'NAME'],
      ['3', 13, 'SIMILAR'],
    ],
  )
})

test('each work center is proposed once on either side, the surer pair first', () => {
  const twins = [
    { id: '1', code: null, name: 'Press' },
    { id: '2', code: 'A', name: 'Press' },
  ]
  assert.deepEqual(
    suggestLinks(twins, [{ id: 5, externalCode: 'A', name: 'Press' }]).map(({ externalId, reason }) => [externalId, reason]),
    [['2', 'CODE']],
  )
})

test('a name is folded: case, accents, look-alike letters, signs', () => {
  assert.equal(foldedName('  Łódź—СNС/4 '), 'lodz cnc 4')
  assert.equal(foldedName('Müller'), foldedName('MULLER'))
})

const choice = (externalId: string, action: LinkChoice['action'], internalId: number | null = null): LinkChoice => ({
  externalId,
  action,
  internalId,
})
const codes = (choices: readonly LinkChoice[]) => linkProblems(choices, external, internal).map(({ code }) => code)

test('links are refused where all are ignored, one is left empty, or two meet on one', () => {
  assert.deepEqual(codes([choice('1', 'IGNORE'), choice('2', 'IGNORE')]), ['INTEGRATION_ALL_IGNORED'])
  assert.deepEqual(codes([]), ['INTEGRATION_ALL_IGNORED'])
  assert.deepEqual(codes([choice('1', 'EXISTING'), choice('2', 'NEW')]), ['INTEGRATION_LINK_EMPTY'])
  assert.deepEqual(codes([choice('', 'EXISTING', 11)]), ['INTEGRATION_LINK_EMPTY'])
  assert.deepEqual(linkProblems([choice('1', 'EXISTING', 11), choice('2', 'EXISTING', 11)], external, internal), [
    {
      code: 'INTEGRATION_LINK_TWICE',
      field: 'workCenterParams.1',
      params: { name: 'CNC 4', other: 'Prasa główna', workCenter: 'Press 1' },
    },
  ])
  assert.deepEqual(codes([choice('1', 'EXISTING', 11), choice('1', 'EXISTING', 12)]), ['INTEGRATION_LINK_TWICE'])
})

test('links name work centers that both sides have', () => {
  assert.deepEqual(codes([choice('9', 'NEW')]), ['INTEGRATION_PLACE_NOT_FOUND'])
  assert.deepEqual(codes([choice('1', 'EXISTING', 99)]), ['WORK_CENTER_NOT_FOUND'])
  assert.deepEqual(codes([choice('1', 'EXISTING', 11), choice('2', 'IGNORE'), choice('3', 'NEW')]), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedShifts, figureNamed, nameOfFigure, type ProvenFigure, type ProvenShift } from './provenFigure.ts'

const FIGURES: readonly (readonly [name: string, figure: ProvenFigure])[] = [
  ['OEE', { factor: 'OEE', workCenterId: null, shiftStart: null }],
  ['QUALITY.7', { factor: 'QUALITY', workCenterId: 7, shiftStart: null }],
  ['OEE.7.1763784000000', { factor: 'OEE', workCenterId: 7, shiftStart: 1_763_784_000_000 }],
  ['LOST', { factor: 'LOST', reason: null }],
  ['LOST.12', { factor: 'LOST', reason: 12 }],
  ['LOST.UNCLASSIFIED', { factor: 'LOST', reason: 'UNCLASSIFIED' }],
]

for (const [name, figure] of FIGURES)
  test(`${name} is the name of a figure, and of no other`, () => {
    assert.equal(nameOfFigure(figure), name)
    assert.deepEqual(figureNamed(name), figure)
  })

for (const name of [
  '',
  'TEEP',
  'OEE.',
  'OEE.x',
  'OEE.1.2.3',
  'OEE.-1',
  'OEE.1e3',
  'LOST.',
  'LOST.OTHER',
  'LOST.1.2',
  'oee',
  `OEE.${'9'.repeat(20)}`,
])
  test(`"${name}" names no figure`, () => assert.equal(figureNamed(name), null))

const shift = (change: Partial<ProvenShift>): ProvenShift => ({
  workCenterId: 1,
  start: 10,
  revision: 1,
  status: 'CONFIRMED',
  oee: 73.1,
  accepted: 100,
  ...change,
})

test('shifts that read differently are told, the newest first, with those that came and went', () => {
  const [same, restated, gone] = [shift({}), shift({ start: 20 }), shift({ start: 30 })]
  const [again, come] = [shift({ start: 20, revision: 2, oee: 74.04 }), shift({ workCenterId: 2, start: 40 })]
  assert.deepEqual(changedShifts([same, restated, gone], [come, again, same]), [
    { before: null, after: come },
    { before: gone, after: null },
    { before: restated, after: again },
  ])
  assert.deepEqual(changedShifts([same], [same]), [])
})

for (const change of [{ revision: 2 }, { status: 'UNCONFIRMED' }, { oee: 73.11 }, { oee: null }, { accepted: 101 }] as const)
  test(`another ${Object.keys(change).join()} is a change`, () => assert.equal(changedShifts([shift({})], [shift(change)]).length, 1))

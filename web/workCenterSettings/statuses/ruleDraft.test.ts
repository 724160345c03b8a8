import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newValues, readDecimal, type RuleDraft } from './ruleDraft.view.ts'
import { draftProblems } from './ruleProblems.view.ts'
import { bandsOf, edgesOf, keyedValue, limitsOf, stepOf, withEdgeAt } from './ruleEdges.view.ts'

function draft(id: number, name: string, min: string, max: string): RuleDraft {
  const values = newValues('POWER', '#1886D4')
  return { key: String(id), id, version: 1, values: { ...values, name, bounds: { ...values.bounds, range: { min, max } } } }
}

const IDLE = draft(1, 'Idle', '1', '5')
const RUN = draft(2, 'Running', '5', '')

test('numbers are read with a comma, a point and group spaces', () => {
  assert.deepEqual(['1,5', '1.5', '1 200', '', 'x', '1.2.3'].map(readDecimal), [1.5, 1.5, 1200, null, Number.NaN, Number.NaN])
})

test('a bound that two rules share is one edge and moves both', () => {
  const edges = edgesOf([IDLE, RUN], 'range')
  assert.deepEqual(
    edges.map(({ value, below, above }) => [value, below?.name, above?.name]),
    [
      [1, undefined, 'Idle'],
      [5, 'Idle', 'Running'],
    ],
  )
  const shared = edges[1]
  assert.ok(shared)
  const moved = withEdgeAt([IDLE, RUN], 'range', shared, 6.5)
  assert.deepEqual(
    moved.map(({ values }) => values.bounds.range),
    [
      { min: '1', max: '6.5' },
      { min: '6.5', max: '' },
    ],
  )
  const limits = limitsOf(shared, [IDLE, RUN], 'range', 12)
  assert.equal(stepOf(12), 0.2)
  assert.equal(keyedValue('Home', 5, 0.2, limits), 1.2)
  assert.equal(keyedValue('PageUp', 5, 0.2, limits), 7)
})

test('ranges that meet name each other, and what is wrong stands at its field', () => {
  const problems = draftProblems([draft(1, 'Idle', '1', '6'), RUN, draft(3, 'X', '0', '0,5')])
  assert.deepEqual(problems.get('1')?.rivals, ['Running'])
  assert.deepEqual(problems.get('2')?.rivals, ['Idle'])
  assert.deepEqual([...(problems.get('3')?.fields.keys() ?? [])], ['name', 'range.min'])
})

test('the axis shows what no rule has and what two have', () => {
  const { gaps, overlaps } = bandsOf([IDLE, draft(2, 'Running', '4', '8'), draft(3, 'High', '9', '')], 'range', 12)
  assert.deepEqual(gaps, [
    { from: 0, to: 1, isOff: true },
    { from: 8, to: 9, isOff: false },
  ])
  assert.deepEqual(overlaps, [{ from: 4, to: 5, names: ['Idle', 'Running'] }])
})

test('the first rule of a signal has a bound to drag, the next ones do not guess', () => {
  const first = newValues('CURRENT', '#1886D4', true)
  assert.deepEqual([first.bounds.a, first.isEffective], [{ min: '1', max: '' }, true])
  const edges = edgesOf([{ key: 'new-1', id: null, version: null, values: newValues('POWER', '#1886D4', true) }], 'range')
  assert.deepEqual(
    edges.map(({ value }) => value),
    [1],
  )
  assert.deepEqual(newValues('POWER', '#1886D4').bounds.range, { min: '', max: '' })
  assert.equal(newValues('MANUAL', '#1886D4', true).isEffective, false)
})

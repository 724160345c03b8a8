import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesRows } from '../signalShape.view.ts'
import { underNewRules } from './newRules.view.ts'

const RULES = [
  { id: 1, name: 'Running' },
  { id: 2, name: 'Idle' },
  { id: 3, name: 'Running' },
  { id: 4, name: 'Idle' },
]
const rule = (statusRuleId: number, duration: number) => ({ kind: 'RULE', statusRuleId, duration }) as const
const off = (duration: number) => ({ kind: 'OFF', statusRuleId: null, duration }) as const

test('what a rule has become of another source stands in the row of the rule before', () => {
  const after = [rule(3, 540), rule(4, 360), off(60)]
  const before = underNewRules([rule(1, 600), rule(2, 300), off(60)], after, RULES)
  assert.deepEqual(
    minutesRows(before ?? [], after).map((row) => [row.statusRuleId, row.before, row.after]),
    [
      [3, 600, 540],
      [4, 300, 360],
      [null, 60, 60],
    ],
  )
})

test('a rule that was only archived keeps its row, and one that is not loaded yet is waited for', () => {
  assert.deepEqual(underNewRules([rule(1, 600), off(60)], [off(660)], RULES), [rule(1, 600), off(60)])
  assert.equal(underNewRules([rule(1, 600)], [rule(5, 600)], RULES), null)
})

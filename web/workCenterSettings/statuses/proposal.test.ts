import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposalOf } from './proposal.view.ts'

const repeated = (value: number | null, count: number) => Array.from({ length: count }, () => value)
const line = (...mean: readonly (number | null)[]) => ({ mean, min: mean, max: mean })

const TABLE = [
  { name: 'one level is running', mean: repeated(13.5, 20), proposal: { level: 14, run: 6.8, idle: null } },
  {
    name: 'what is nearly nothing is off',
    mean: [...repeated(0.1, 20), ...repeated(13, 20)],
    proposal: { level: 13, run: 6.5, idle: null },
  },
  {
    name: 'a level between is idle',
    mean: [...repeated(2.5, 15), ...repeated(null, 9), ...repeated(6.5, 30)],
    proposal: { level: 6.5, run: 4.5, idle: 1.3 },
  },
  { name: 'few values say nothing', mean: [13, 13, null], proposal: null },
  { name: 'what never runs has no bounds', mean: repeated(0, 50), proposal: null },
] as const

for (const { name, mean, proposal } of TABLE) {
  test(`bounds are proposed from the levels of a signal: ${name}`, () => assert.deepEqual(proposalOf(line(...mean)), proposal))
}

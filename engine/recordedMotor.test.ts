import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { advance, initialState, project } from './advance.ts'
import { phaseBalance, phaseUnbalancePercent } from './energy/phaseBalance.ts'
import type { Sample } from './sensor/sensorType.ts'
import type { PhaseRanges, StatusRule } from './status/statusRule.ts'
import { validateRule } from './status/validateRule.ts'
import { exampleRule, exampleSetup } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'

const MIN = 60_000
const START = Date.UTC(2026, 4, 4, 6)
const HEALTHY = 'SC_HLT'
const DE_PHASED_PERCENT = 5

type Second = { readonly a: number; readonly b: number; readonly c: number; readonly unbalancePercent: number }

const classes = readClasses()

test('there are thirteen classes of five seconds', () => {
  assert.equal(classes.size, 13)
  for (const seconds of classes.values()) assert.equal(seconds.length, 5)
})

for (const [name, seconds] of classes) {
  const mean = seconds.reduce((sum, second) => sum + (phaseUnbalancePercent(second) ?? 0), 0) / seconds.length

  test(`${name}: the unbalance of each second is the published one`, () => {
    for (const second of seconds) {
      const percent = phaseUnbalancePercent(second)
      assert.ok(percent !== null && Math.abs(percent - second.unbalancePercent) <= 0.011, `${percent} is not ${second.unbalancePercent}`)
    }
  })

  if (name === HEALTHY) {
    test('the healthy motor is never de-phased: 1.56 % on average, and no second is an unbalance or a lost phase', () => {
      assert.equal(mean.toFixed(2), '1.56')
      for (const second of seconds) assert.equal(phaseBalance(second, 0.1), 'OK')
    })
  } else {
    test(`${name} is de-phased: over ${DE_PHASED_PERCENT} % on average, at least 8.36 %`, () => {
      assert.ok(mean >= 8.35 && mean > DE_PHASED_PERCENT, `${mean} %`)
    })
  }
}

const normal = { min: 1.8, max: 2.1 }
const high = { min: 2.1, max: null }
const rules: readonly StatusRule[] = [
  currentRule(1, 'In range', { a: normal, b: normal, c: normal }, true),
  currentRule(2, 'A too high', { a: high }),
  currentRule(3, 'B too high', { a: normal, b: high }),
  currentRule(4, 'C too high', { a: normal, b: normal, c: high }),
]

test('the rules by current do not meet, though each looks at other phases', () => {
  for (const rule of rules) assert.deepEqual(validateRule(rule, rules), [])
})

for (const [name, seconds] of classes) {
  test(`${name}: rules by current tell each second`, () => {
    const setup = exampleSetup({ statusSource: 'CURRENT', statusRules: rules, nominalPeriodMs: MIN })
    const samples = seconds.flatMap(({ a, b, c }, index): Sample[] => {
      const at = START + index * MIN
      return [
        { at, sensor: 'ELECTRIC_CURRENT_A', value: a },
        { at, sensor: 'ELECTRIC_CURRENT_B', value: b },
        { at, sensor: 'ELECTRIC_CURRENT_C', value: c },
      ]
    })
    const store = createFactsStore()
    const { state, facts } = advance(initialState(), samples, setup)
    store.write(facts)
    store.write(project(state, START + seconds.length * MIN, setup))
    const { statuses } = store.read()
    const told = seconds.map((_, index) => statuses.findLast((row) => row.start <= START + index * MIN)?.statusRuleId)
    assert.deepEqual(told, seconds.map(highestOf))
    const inRange = told.filter((id) => id === 1).length
    if (name === HEALTHY) assert.equal(inRange, 5)
    else assert.ok(inRange <= 1, `${inRange} seconds look healthy`)
  })
}

/** The rule by its own words: the first phase over 2.1 A. */
function highestOf({ a, b, c }: Second): number {
  const phase = [a, b, c].findIndex((current) => current >= 2.1)
  return phase < 0 ? 1 : phase + 2
}

function currentRule(id: number, name: string, phases: PhaseRanges, isEffective = false): StatusRule {
  const { range: _, ...rule } = exampleRule(id, 0, null, { name, rangeType: 'CURRENT', isEffective })
  return { ...rule, phases }
}

function readClasses(): Map<string, Second[]> {
  const [, ...lines] = readFileSync(new URL('./fixtures/motor/rms_per_phase.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const found = new Map<string, Second[]>()
  for (const line of lines) {
    const [name = '', , , a, b, c, unbalance] = line.trim().split(',')
    const second = { a: Number(a), b: Number(b), c: Number(c), unbalancePercent: Number(unbalance) }
    found.set(name, [...(found.get(name) ?? []), second])
  }
  return found
}

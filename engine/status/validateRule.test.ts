import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleRule, exampleSetup } from '#engine/testing/exampleSetup.ts'
import { ruleEpochs } from './ruleEpochs.ts'
import { matchStatus } from './ruleSet.ts'
import type { PhaseRanges, StatusRule } from './statusRule.ts'
import { rulesIntersect, validateRule } from './validateRule.ts'

const run = exampleRule(1, 5, null, { name: 'Running' })
const idle = exampleRule(2, 1, 4, { name: 'Idle', isEffective: false })

const cases: readonly (readonly [name: string, rule: StatusRule, codes: readonly string[]])[] = [
  ['accepts a rule that touches another', exampleRule(3, 4, 5, { name: 'Slow' }), []],
  ['accepts its own new version', exampleRule(1, 4.5, null, { name: 'Running' }), []],
  ['refuses an intersection', exampleRule(3, 3.9, 4.5, { name: 'Slow' }), ['STATUS_RANGES_INTERSECT']],
  ['refuses a minimum of zero', exampleRule(3, 0, 1, { name: 'Slow' }), ['STATUS_MIN_NOT_ABOVE_ZERO']],
  ['refuses a maximum not above the minimum', exampleRule(3, 4.5, 4.5, { name: 'Slow' }), ['STATUS_MAX_NOT_ABOVE_MIN']],
  ['refuses a name of two characters', exampleRule(3, 4, 5, { name: 'ab' }), ['STATUS_NAME_LENGTH']],
  ['refuses a name that is taken', exampleRule(3, 4, 5, { name: 'idle ' }), ['STATUS_NAME_NOT_UNIQUE']],
]
for (const [name, rule, codes] of cases) {
  test(name, () => {
    assert.deepEqual(
      validateRule(rule, [run, idle]).map((problem) => problem.code),
      codes,
    )
  })
}

test('the refusal of an intersection names the other rule', () => {
  assert.deepEqual(validateRule(exampleRule(3, 3, 3.5, { name: 'Slow' }), [run, idle])[0]?.params, { name: 'Idle' })
})

test('an archived rule is in nobody’s way', () => {
  assert.deepEqual(validateRule(exampleRule(3, 2, 3, { name: 'Idle' }), [{ ...idle, validTo: 5 }]), [])
})

const low = { min: 1, max: 5 }
const high = { min: 5, max: 9 }
const phaseCases: readonly (readonly [name: string, a: PhaseRanges, b: PhaseRanges, expected: boolean])[] = [
  ['intersects on all phases that both define', { a: low, b: low }, { a: low, b: low, c: high }, true],
  ['does not when one common phase is apart', { a: low, b: low }, { a: low, b: high }, false],
  ['intersects when no phase is common', { a: low }, { b: high }, true],
]
for (const [name, a, b, expected] of phaseCases) {
  test(`a rule by current ${name}`, () => {
    const rule = (id: number, phases: PhaseRanges): StatusRule => exampleRule(id, 1, 2, { rangeType: 'CURRENT', phases })
    assert.equal(rulesIntersect(rule(1, a), rule(2, b)), expected)
  })
}

const [epoch] = ruleEpochs(exampleSetup({ statusRules: [run, idle].map((rule) => ({ ...rule, validFrom: -Infinity })) }))
const matches: readonly (readonly [value: number, kind: string, ruleId: number | null])[] = [
  [0, 'OFF', null],
  [0.999, 'OFF', null],
  [1, 'RULE', 2],
  [3.999, 'RULE', 2],
  [4, 'UNDEFINED', null],
  [5, 'RULE', 1],
  [1e9, 'RULE', 1],
]
for (const [value, kind, ruleId] of matches) {
  test(`${value} kW is ${kind} ${ruleId ?? ''} (E-18, E-19)`, () => {
    assert.ok(epoch)
    assert.deepEqual(matchStatus(epoch, value), { kind, ruleId, cause: null })
  })
}

test('a rule by current matches when every phase with bounds does; a phase without a sensor never does', () => {
  const statusRules = [exampleRule(1, 0, null, { rangeType: 'CURRENT', phases: { a: high, b: low }, validFrom: -Infinity })]
  const [byPhase] = ruleEpochs(exampleSetup({ statusSource: 'CURRENT', statusRules }))
  assert.ok(byPhase)
  assert.equal(matchStatus(byPhase, { a: 6, b: 2, c: 99 }).kind, 'RULE')
  assert.equal(matchStatus(byPhase, { a: 6, b: 7, c: 0 }).kind, 'UNDEFINED')
  assert.equal(matchStatus(byPhase, { a: 0, b: 0, c: 0 }).kind, 'OFF')
  assert.equal(matchStatus(byPhase, { a: 6, b: null, c: null }).kind, 'UNDEFINED')
})

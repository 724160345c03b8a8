import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exampleRule } from '#engine/testing/exampleSetup.ts'
import { convertRules, type ConversionConstants, type RuleConversion } from './convertRules.ts'
import type { PhaseRanges, StatusRule, StatusSource, ValueRange } from './statusRule.ts'

const DIGITS = 1e-12
const constants: ConversionConstants = { cosPhi: 0.85, voltage: 400, transformationRatio: 120, nominalPowerKw: 11 }
const run = exampleRule(1, 5, null, { name: 'Running', minEventDurationMs: 20_000 })
const idle = exampleRule(2, 1, 5, { name: 'Idle', isEffective: false, isScheduledLoss: true })

function conversionOf(rules: readonly StatusRule[], from: StatusSource, to: StatusSource, given = constants): RuleConversion {
  const result = convertRules(rules, from, to, given)
  assert.ok('converted' in result, JSON.stringify(result))
  return result
}

function near(actual: ValueRange | undefined, expected: ValueRange): void {
  assert.ok(actual)
  assert.equal(actual.max === null, expected.max === null)
  assert.ok(Math.abs(actual.min - expected.min) <= DIGITS * expected.min, `${actual.min} is not ${expected.min}`)
  if (actual.max === null || expected.max === null) return
  assert.ok(Math.abs(actual.max - expected.max) <= DIGITS * expected.max, `${actual.max} is not ${expected.max}`)
}

test('power becomes load by the nominal power, and all else of a rule stays', () => {
  const { converted, archived } = conversionOf([run, idle], 'POWER', 'LOAD')
  near(converted[0]?.range, { min: 500 / 11, max: null })
  near(converted[1]?.range, { min: 100 / 11, max: 500 / 11 })
  assert.deepEqual(
    converted.map((rule) => ({ ...rule, range: null, rangeType: null })),
    [run, idle].map((rule) => ({ ...rule, range: null, rangeType: null })),
  )
  assert.deepEqual(archived, [])
})

test('power becomes the same current on all three phases, which gives that power (S-10)', () => {
  const { converted } = conversionOf([idle], 'POWER', 'CURRENT')
  const ampere = 1000 / (Math.sqrt(3) * 400 * 120 * 0.85)
  for (const phase of ['a', 'b', 'c'] as const) near(converted[0]?.phases?.[phase], { min: ampere, max: 5 * ampere })
  assert.equal(converted[0]?.range, undefined)
})

test('phases of different bounds become the mean phase current; one open bound opens the mean', () => {
  const phases: PhaseRanges = { a: { min: 2, max: 4 }, b: { min: 4, max: 8 } }
  const perAmpere = (Math.sqrt(3) * 400 * 120 * 0.85) / 1000
  const byPhase = (given: PhaseRanges): StatusRule => ({ ...exampleRule(1, 0, null, { rangeType: 'CURRENT' }), phases: given })
  near(conversionOf([byPhase(phases)], 'CURRENT', 'POWER').converted[0]?.range, { min: 3 * perAmpere, max: 6 * perAmpere })
  near(conversionOf([byPhase({ ...phases, c: { min: 3, max: null } })], 'CURRENT', 'POWER').converted[0]?.range, {
    min: 3 * perAmpere,
    max: null,
  })
})

test('rules that only single phases tell apart are refused, one of them by name', () => {
  const rule = (id: number, phases: PhaseRanges): StatusRule => ({ ...exampleRule(id, 0, null, { rangeType: 'CURRENT' }), phases })
  const result = convertRules(
    [rule(1, { a: { min: 1, max: 5 } }), rule(2, { a: { min: 5, max: 9 }, b: { min: 1, max: 2 } })],
    'CURRENT',
    'POWER',
    constants,
  )
  assert.deepEqual('problems' in result && result.problems.map(({ code, params }) => [code, params?.['name']]), [
    ['STATUS_RANGES_INTERSECT', 'Status 2'],
  ])
})

for (const [from, to] of [
  ['SPEED', 'POWER'],
  ['POWER', 'SPEED'],
  ['SPEED', 'CURRENT'],
] as const) {
  test(`${from} has no counterpart in ${to}: the rules are archived, without any constant`, () => {
    const rules = [run, idle].map((rule) => ({ ...rule, rangeType: from }))
    const none = { cosPhi: null, voltage: null, transformationRatio: 1, nominalPowerKw: null }
    assert.deepEqual(conversionOf(rules, from, to, none), { converted: [], archived: rules })
  })
}

test('a rule that waited for the new source makes way, one that people choose stays, an archived one is left alone', () => {
  const waiting = exampleRule(3, 10, 20, { rangeType: 'LOAD', name: 'Waiting' })
  const chosen = exampleRule(4, 0, null, { rangeType: 'MANUAL', name: 'Cleaning' })
  const { converted, archived } = conversionOf([run, waiting, chosen, { ...idle, validTo: 5 }], 'POWER', 'LOAD')
  assert.deepEqual([converted.map(({ id }) => id), archived.map(({ id }) => id)], [[run.id], [waiting.id]])
})

test('rules prepared for the new source stay where none is converted to it', () => {
  for (const [from, to] of [
    ['POWER', 'SPEED'],
    ['SPEED', 'POWER'],
  ] as const) {
    const prepared = exampleRule(3, 0, 5, { rangeType: to, name: 'Prepared' })
    const { converted, archived } = conversionOf([{ ...run, rangeType: from }, prepared], from, to)
    assert.deepEqual([converted, archived.map(({ id }) => id)], [[], [run.id]])
  }
  const prepared = exampleRule(3, 0, 5, { rangeType: 'LOAD', name: 'Prepared' })
  assert.deepEqual(conversionOf([prepared], 'POWER', 'LOAD'), { converted: [], archived: [] })
})

const refusals: readonly (readonly [
  from: StatusSource,
  to: StatusSource,
  given: Partial<ConversionConstants>,
  fields: readonly string[],
])[] = [
  ['POWER', 'LOAD', { nominalPowerKw: null }, ['nominalPower']],
  ['LOAD', 'POWER', { nominalPowerKw: 0 }, ['nominalPower']],
  ['POWER', 'CURRENT', { voltage: null, cosPhi: null }, ['voltage', 'cosPhi']],
  ['LOAD', 'CURRENT', { voltage: null, cosPhi: null, nominalPowerKw: null }, ['nominalPower', 'voltage', 'cosPhi']],
  ['CURRENT', 'LOAD', { cosPhi: null }, ['cosPhi']],
]
for (const [from, to, given, fields] of refusals) {
  test(`${from} to ${to} is refused without ${fields.join(', ')} (S-9)`, () => {
    const rules = [{ ...run, rangeType: from, phases: { a: { min: 5, max: null } } }]
    const result = convertRules(rules, from, to, { ...constants, ...given })
    assert.ok('problems' in result)
    assert.deepEqual(
      result.problems.map((problem) => [problem.code, problem.field]),
      fields.map((field) => ['CONVERSION_CONSTANT_REQUIRED', field]),
    )
  })
}

const CONVERTIBLE = ['CURRENT', 'LOAD', 'POWER'] as const
const bounds = fc.tuple(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), fc.option(fc.double({ min: 1.001, max: 1e3, noNaN: true })))

test('there and back again is the same rule to twelve digits, whichever sources', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CONVERTIBLE),
      fc.array(fc.constantFrom(...CONVERTIBLE), { maxLength: 4 }),
      bounds,
      fc.record({
        cosPhi: fc.double({ min: 0.05, max: 1, noNaN: true }),
        voltage: fc.double({ min: 100, max: 10_000, noNaN: true }),
        transformationRatio: fc.double({ min: 1, max: 5000, noNaN: true }),
        nominalPowerKw: fc.double({ min: 0.1, max: 5000, noNaN: true }),
      }),
      (first, through, [min, ratio], given) => {
        const range = { min, max: ratio === null ? null : min * ratio }
        const start: StatusRule = {
          ...run,
          rangeType: first,
          ...(first === 'CURRENT' ? { phases: { a: range, b: range, c: range } } : { range }),
        }
        let rules: readonly StatusRule[] = [start]
        let source: StatusSource = first
        for (const to of [...through, first]) {
          rules = conversionOf(rules, source, to, given).converted
          source = to
        }
        const [end] = rules
        assert.equal(end?.rangeType, first)
        if (first !== 'CURRENT') return near(end?.range, range)
        for (const phase of ['a', 'b', 'c'] as const) near(end?.phases?.[phase], range)
      },
    ),
  )
})

test('rules that touch still touch, and none is met that was not', () => {
  const rules = [exampleRule(1, 1, 3), exampleRule(2, 3, 7.7), exampleRule(3, 7.7, null)]
  for (const to of ['LOAD', 'CURRENT'] as const) {
    const ranges = conversionOf(rules, 'POWER', to).converted.map((rule) => rule.range ?? rule.phases?.a)
    assert.equal(ranges[0]?.max, ranges[1]?.min)
    assert.equal(ranges[1]?.max, ranges[2]?.min)
  }
})

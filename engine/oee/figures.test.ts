import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { OeeTerms } from '#engine/facts.ts'
import { windowOf } from '#engine/testing/windowOf.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { figuresOf, switchesOf, type FigurePart, type Figures } from './figures.ts'
import type { FactorSwitches, Kpis } from './kpis.ts'
import { oeeOnFullShift, onlineKpisOf } from './onlineOee.ts'
import { rollUpLedger } from './rollUpLedger.ts'
import { addSums, NO_SUMS, sumsOf, sumsOfHours } from './recordSums.ts'

const SWITCHES: readonly FactorSwitches[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  calculateAvailability: (bits & 1) === 0,
  calculatePerformance: (bits & 2) === 0,
  calculateQuality: (bits & 4) === 0,
}))

const records = fc
  .record({
    run: fc.integer({ min: 0, max: 8 * HOUR_MS }),
    small: fc.integer({ min: 0, max: HOUR_MS }),
    stop: fc.integer({ min: 0, max: 4 * HOUR_MS }),
    excluded: fc.integer({ min: 0, max: 2 * HOUR_MS }),
    silent: fc.integer({ min: 0, max: 2 * HOUR_MS }),
    cycle: fc.option(fc.integer({ min: 1, max: 20_000 }), { freq: 4 }),
    good: fc.integer({ min: 0, max: 5000 }),
    rejected: fc.integer({ min: 0, max: 900 }),
  })
  .map(({ run, small, stop, excluded, silent, cycle, good, rejected }) =>
    windowOf({
      elapsedMs: run + small + stop + excluded + silent,
      excludedMs: excluded,
      noDataMs: silent,
      stopMs: stop,
      smallStopMs: small,
      idealCycleMs: cycle,
      total: good + rejected,
      rejected,
    }),
  )
const fleets = fc.array(fc.record({ switches: fc.constantFrom(...SWITCHES), shifts: fc.array(records, { maxLength: 5 }) }), {
  maxLength: 6,
})

type Fleet = readonly { readonly switches: FactorSwitches; readonly shifts: readonly OeeTerms[] }[]

function partsOf(fleet: Fleet): FigurePart[] {
  return fleet.map(({ switches, shifts }) => ({
    sums: shifts.map(sumsOf).reduce(addSums, NO_SUMS),
    switches,
    calendarMs: shifts.length * 24 * HOUR_MS,
  }))
}

/** The figures of one record by definition, factor by factor (domain.md D-20 to D-23, D-43). */
function byDefinition(terms: OeeTerms, on: FactorSwitches): Kpis {
  const { elapsedMs, excludedMs, noDataMs, availabilityLossMs, netOperatingMs: net, qualityLossMs, output } = terms
  const planned = elapsedMs - excludedMs - noDataMs
  const run = planned - availabilityLossMs
  const over = (a: number | null, b: number | null) => (a === null || b === null || b === 0 || planned === 0 ? null : a / b)
  const good = net === null || qualityLossMs === null ? null : net - qualityLossMs
  const quality = net === null ? over(output.accepted, output.total) : over(good, net)
  const base = on.calculateAvailability ? planned : run
  const made = on.calculatePerformance ? net : run
  const goodMade = on.calculatePerformance ? good : run * (quality ?? 0)
  const isOn = on.calculateAvailability || on.calculatePerformance || on.calculateQuality
  return {
    availability: on.calculateAvailability ? over(run, planned) : null,
    performance: on.calculatePerformance ? over(net, run) : null,
    quality: on.calculateQuality ? quality : null,
    oee: isOn ? over(on.calculateQuality ? goodMade : made, base) : null,
  }
}

function alike(a: Figures, b: Figures): void {
  assert.deepEqual(a.coverage, b.coverage)
  const numbers = ({ coverage: _, ...rest }: Figures) => Object.entries(rest)
  const other = new Map(numbers(b))
  for (const [key, value] of numbers(a)) close(value, other.get(key) ?? null, key)
}

function close(a: number | null, b: number | null, name: string): void {
  if (a === null || b === null) return assert.equal(a, b, name)
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)), `${name}: ${a} is not ${b}`)
}

describe('a roll-up', () => {
  it('does not depend on the order of work centers, nor on how the shifts of one are grouped', () => {
    fc.assert(
      fc.property(fleets, fc.integer({ min: 0, max: 5 }), (fleet, cut) => {
        const whole = figuresOf(partsOf(fleet))
        alike(whole, figuresOf(partsOf(fleet.toReversed().map((one) => ({ ...one, shifts: one.shifts.toReversed() })))))
        const regrouped = fleet.map(({ switches, shifts }) => {
          const [first, second] = [shifts.slice(0, cut), shifts.slice(cut)].map((part) => part.map(sumsOf).reduce(addSums, NO_SUMS))
          assert.ok(first && second)
          return { sums: addSums(first, second), switches, calendarMs: shifts.length * 24 * HOUR_MS }
        })
        alike(whole, figuresOf(regrouped))
      }),
    )
  })

  it('multiplies A × P × Q to OEE where all records take part', () => {
    fc.assert(
      fc.property(fleets, (fleet) => {
        const rated = fleet.filter(({ switches }) => Object.values(switches).some(Boolean))
        const { availability, performance, quality, oee, coverage } = figuresOf(partsOf(rated))
        const on = switchesOf(rated)
        if (coverage.included !== coverage.total || oee === null) return
        const factors = [
          on.calculateAvailability ? availability : 1,
          on.calculatePerformance ? performance : 1,
          on.calculateQuality ? quality : 1,
        ]
        if (factors.includes(null)) return
        close(
          factors.reduce<number>((product, factor) => product * (factor ?? 1), 1),
          oee,
          'oee',
        )
      }),
    )
  })

  it('of one record is the record itself', () => {
    fc.assert(
      fc.property(records, fc.constantFrom(...SWITCHES), (terms, switches) => {
        const { availability, performance, quality, oee } = figuresOf([{ sums: sumsOf(terms), switches }])
        const expected = byDefinition(terms, switches)
        close(availability, expected.availability, 'availability')
        close(performance, expected.performance, 'performance')
        close(quality, expected.quality, 'quality')
        close(oee, expected.oee, 'oee')
      }),
    )
  })

  it('keeps TEEP at most OOE and OOE at most OEE, and TEEP the product of OEE and utilisation', () => {
    fc.assert(
      fc.property(fleets, (fleet) => {
        const plain = fleet.map((one) => ({ ...one, switches: SWITCHES[0] ?? one.switches }))
        const { oee, ooe, teep, utilization } = figuresOf(partsOf(plain))
        if (oee === null || ooe === null || teep === null || utilization === null) return
        assert.ok(teep <= ooe + 1e-12 && ooe <= oee + 1e-12, `${teep} ${ooe} ${oee}`)
        close(oee * utilization, teep, 'teep')
      }),
    )
  })

  it('of unequal shifts is no mean of percentages (C01)', () => {
    const long = windowOf({ elapsedMs: 8 * HOUR_MS, idealCycleMs: 1000, total: 25_920 })
    const short = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 360 })
    assert.equal(figuresOf([{ sums: sumsOf(long) }, { sums: sumsOf(short) }]).oee, (25_920 + 360) / (9 * 3600))
  })
})

describe('the ledger of a roll-up', () => {
  it('computes: each formula gives its value, and the figures are those of the roll-up', () => {
    fc.assert(
      fc.property(fleets, (fleet) => {
        const parts = partsOf(fleet)
        const terms = rollUpLedger(parts)
        const values = new Map(terms.map((term) => [term.key, term.value]))
        for (const { key, operator, parts: from, value } of terms) {
          if (operator === null || value === null) continue
          const [first = 0, ...rest] = from.map((name) => values.get(name) ?? 0)
          if (key === 'quality' && values.get('netOperating') === 0) continue
          close(
            rest.reduce((sum, part) => (operator === 'MINUS' ? sum - part : sum / part), first),
            value,
            key,
          )
        }
        const figures = figuresOf(parts)
        for (const key of ['availability', 'performance', 'quality', 'oee'] as const) assert.equal(values.get(key), figures[key])
      }),
    )
  })
})

const ALL = SWITCHES[0]
const NOTHING_MADE = { availability: null, performance: null, quality: null, oee: null }

describe('what takes part', () => {
  it('nothing, nowhere: all figures are null (E-1)', () => {
    const { coverage, ...figures } = figuresOf([])
    assert.deepEqual(coverage, { included: 0, total: 0 })
    for (const [name, value] of Object.entries(figures)) assert.equal(value, null, name)
  })

  it('a shift that is excluded as a whole adds nothing but its time, to OOE and TEEP (E-2)', () => {
    const good = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 1800 })
    const excluded = windowOf({ elapsedMs: HOUR_MS, excludedMs: HOUR_MS, idealCycleMs: 1000 })
    const figures = figuresOf([{ sums: addSums(sumsOf(good), sumsOf(excluded)), calendarMs: 24 * HOUR_MS }])
    assert.deepEqual([figures.oee, figures.ooe, figures.teep], [0.5, 0.25, 0.5 / 24])
  })

  it('a day of standing still counts as 0, one without output too (E-3, E-4, E-5)', () => {
    const down = windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS, idealCycleMs: 1000 })
    const idle = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000 })
    const scrap = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 1800, rejected: 1800 })
    const pick = ({ availability, performance, quality, oee }: Figures) => [availability, performance, quality, oee]
    assert.deepEqual(pick(figuresOf([{ sums: sumsOf(down) }])), [0, null, null, 0])
    assert.deepEqual(pick(figuresOf([{ sums: sumsOf(idle) }])), [1, 0, null, 0])
    assert.deepEqual(pick(figuresOf([{ sums: sumsOf(scrap) }])), [1, 0.5, 0, 0])
  })

  it('output over 100 % is kept (E-9)', () => {
    const fast = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 4320 })
    assert.equal(figuresOf([{ sums: sumsOf(fast) }]).performance, 1.2)
  })

  it('a work center without reference speed counts in availability and is told (E-10)', () => {
    const priced = windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS / 2, idealCycleMs: 1000, total: 900 })
    const unpriced = windowOf({ elapsedMs: HOUR_MS, total: 10, rejected: 1 })
    const figures = figuresOf([
      { sums: sumsOf(priced), calendarMs: 24 * HOUR_MS },
      { sums: sumsOf(unpriced), calendarMs: 24 * HOUR_MS },
    ])
    assert.deepEqual([figures.availability, figures.performance, figures.oee], [0.75, 0.5, 0.25])
    assert.equal(figures.teep, 0.25 / 24)
    assert.deepEqual(figures.coverage, { included: 1, total: 2 })
    assert.equal(figuresOf([{ sums: sumsOf(unpriced) }]).quality, 0.9)
  })

  it('quality that is switched off in one work center is neutral there (E-57)', () => {
    const half = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 1000, total: 3600, rejected: 1800 })
    const off = { calculateAvailability: true, calculatePerformance: true, calculateQuality: false }
    const { quality, oee } = figuresOf([{ sums: sumsOf(half) }, { sums: sumsOf(half), switches: off }])
    assert.deepEqual([quality, oee], [0.75, 0.75])
    const none = { calculateAvailability: false, calculatePerformance: false, calculateQuality: false }
    assert.deepEqual(figuresOf([{ sums: sumsOf(half) }, { sums: sumsOf(half), switches: none }]).coverage, { included: 1, total: 2 })
  })

  it('missing data shortens the day and shows, and nothing is made up (E-58)', () => {
    const seen = windowOf({ elapsedMs: 8 * HOUR_MS, noDataMs: 6 * HOUR_MS, idealCycleMs: 1000, total: 3600 })
    const { oee, dataCoverage } = figuresOf([{ sums: sumsOf(seen) }])
    assert.deepEqual([oee, dataCoverage], [0.5, 0.25])
  })

  it('further figures are ratios of the same sums', () => {
    const terms: OeeTerms = {
      ...windowOf({
        elapsedMs: 8 * HOUR_MS,
        stopMs: HOUR_MS,
        smallStopMs: HOUR_MS,
        failuresMs: [HOUR_MS, HOUR_MS],
        idealCycleMs: 3600,
        total: 4000,
      }),
      setupMs: HOUR_MS / 2,
      orderLossMs: HOUR_MS,
    }
    const figures = figuresOf([{ sums: addSums(sumsOf(terms), sumsOf(terms)) }])
    assert.equal(figures.mttrMs, HOUR_MS)
    assert.equal(figures.mtbfMs, 2.5 * HOUR_MS)
    assert.equal(figures.setupRate, 0.5 / 5.5)
    assert.equal(figures.utilizationEfficiency, 5 / 6.5)
    assert.equal(figures.technicalEfficiency, 5 / 8)
    assert.equal(figures.efficiency, 0.5)
    assert.equal(figures.nee, (5.5 / 8) * (4 / 5))
    assert.equal(figures.yield, 1)
  })
})

describe('the running shift', () => {
  it('has no figures before a minute was planned (D-45, E-1)', () => {
    assert.ok(ALL)
    assert.deepEqual(onlineKpisOf(windowOf({ elapsedMs: 59_999, idealCycleMs: 1000, total: 5 }), ALL), NOTHING_MADE)
    assert.equal(onlineKpisOf(windowOf({ elapsedMs: 60_000, idealCycleMs: 1000, total: 30 }), ALL).oee, 0.5)
  })

  it('is forecast over its whole time less what is excluded so far (C20)', () => {
    assert.ok(ALL)
    const terms = windowOf({ elapsedMs: 2 * HOUR_MS, excludedMs: HOUR_MS, idealCycleMs: 1000, total: 1800 })
    assert.equal(oeeOnFullShift(terms, ALL, 8 * HOUR_MS), 0.5 / 7)
    assert.equal(oeeOnFullShift(windowOf({ elapsedMs: 10 }), ALL, 8 * HOUR_MS), null)
  })
})

describe('a work center without output (D-42)', () => {
  for (const switches of SWITCHES) {
    it(`has the figures of its only record and no quality: ${JSON.stringify(switches)}`, () => {
      for (const idealCycleMs of [2000, null]) {
        const terms = windowOf({ elapsedMs: 8 * HOUR_MS, stopMs: HOUR_MS, idealCycleMs })
        const { availability, performance, quality, oee } = figuresOf([{ sums: sumsOf(terms), switches }])
        assert.deepEqual({ availability, performance, quality, oee }, byDefinition(terms, switches))
        assert.equal(quality, null)
      }
    })
  }
})

describe('hours of a chart', () => {
  const idle = windowOf({ elapsedMs: HOUR_MS, stopMs: HOUR_MS })
  const made = windowOf({ elapsedMs: HOUR_MS, idealCycleMs: 3_600, total: 800 })

  it('come to their shift where orders alone have a speed and the machine stood still without one (E-3)', () => {
    assert.deepEqual([idle.netOperatingMs, made.netOperatingMs], [null, 2_880_000])
    const { oee, coverage } = figuresOf([{ sums: sumsOfHours([idle, made]) }])
    assert.equal(oee, 0.4)
    assert.deepEqual(coverage, { included: 2, total: 2 })
  })

  it('count units of an hour without planned time when another has some, as the shift does (E-6)', () => {
    const unplanned = windowOf({ elapsedMs: HOUR_MS, excludedMs: HOUR_MS, idealCycleMs: 3_600, total: 100, rejected: 50 })
    const { netOperatingMs, qualityLossMs } = sumsOfHours([unplanned, made])
    assert.deepEqual([netOperatingMs, qualityLossMs], [900 * 3_600, 50 * 3_600])
    assert.equal(sumsOfHours([unplanned]).netOperatingMs, 0)
  })

  it('have no OEE without any reference speed (E-10)', () => {
    assert.equal(figuresOf([{ sums: sumsOfHours([idle, idle]) }]).oee, null)
    assert.deepEqual(sumsOfHours([]), NO_SUMS)
  })
})

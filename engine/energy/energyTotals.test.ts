import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import {
  acceptedOfAll,
  comparedEnergy,
  energyPerUnit,
  energyTotals,
  isLowEnergy,
  knownShareOf,
  type EnergyPart,
  type UnitPart,
} from './energyTotals.ts'

const part = (given: Partial<EnergyPart>): EnergyPart => ({
  workCenterId: 1,
  kwh: 10,
  coverage: 1,
  elapsedMs: 24 * HOUR_MS,
  cost: null,
  currency: null,
  unpricedKwh: 0,
  isEffective: null,
  ...given,
})

describe('energy of several parts', () => {
  it('adds money by its currency, and what was used while nothing was made', () => {
    const totals = energyTotals([
      part({ cost: 5, currency: 'EUR', isEffective: true }),
      part({ kwh: 30, cost: 15, currency: 'EUR', isEffective: false }),
      part({ kwh: null, isEffective: false }),
      part({ kwh: 20, unpricedKwh: 20, isEffective: true }),
    ])
    assert.deepEqual(totals, {
      kwh: 60,
      costs: [{ currency: 'EUR', cost: 20 }],
      unpricedKwh: 20,
      idle: { kwh: 30, share: 0.5, cost: 15, currency: 'EUR' },
    })
    const two = energyTotals([part({ cost: 5, currency: 'EUR' }), part({ cost: 7, currency: 'PLN' })])
    assert.deepEqual([two.costs.length, two.idle], [2, null])
  })

  it('compares only what is known for half of the time or more, of work centers that are measured in either period (N-9)', () => {
    const dumb = part({ workCenterId: 2, kwh: null, coverage: 0 })
    assert.deepEqual(comparedEnergy([part({}), dumb], [part({ kwh: 8, coverage: 0.5 }), dumb]), { now: 10, before: 8 })
    assert.deepEqual(comparedEnergy([part({})], [part({ kwh: 3, coverage: 0.3 })]), { now: 10, before: null })
    assert.deepEqual(
      [isLowEnergy({ coverage: 0.49 }), isLowEnergy({ coverage: 0.5 }), isLowEnergy({ coverage: null })],
      [true, false, false],
    )
    assert.equal(knownShareOf([part({ coverage: 1 }), part({ coverage: 0.5, elapsedMs: 72 * HOUR_MS })]), 0.625)
    assert.equal(knownShareOf([]), null)
  })

  it('divides the energy of all by the units of all, of those that know both (W-35)', () => {
    const of = (kwh: number | null, units: number | null, more: Partial<UnitPart> = {}): UnitPart => ({
      ...part({ kwh }),
      acceptedOutput: units,
      measuredOutput: units,
      unit: 'pcs',
      ...more,
    })
    const priced = { cost: 48, currency: 'EUR' } as const
    const both = [of(96, 4800, priced), of(54, 1200, { workCenterId: 2, cost: 27, currency: 'EUR' })]
    const told = { unit: 'pcs', kwh: 0.025, cost: 0.0125, currency: 'EUR' }
    assert.deepEqual(energyPerUnit([...both, of(99, null), of(null, 50)]), told)
    assert.equal(energyPerUnit([of(96, 4800, priced), of(54, 1200, { unpricedKwh: 54 })]).cost, null)
    const none = { unit: null, kwh: null, cost: null, currency: null }
    assert.deepEqual(energyPerUnit([of(5, null)]), none)
    // One that made nothing is left out, also where it has no price; a Sunday of one that made something is not.
    const stoodBy = of(54, 0, { workCenterId: 3 })
    assert.deepEqual(energyPerUnit([...both, stoodBy]), told)
    assert.equal(energyPerUnit([of(96, 4800), of(54, 0)]).kwh, 150 / 4800)
    // Kilograms of which no energy is known are of no other unit; such of which it is are.
    const kilograms = of(null, 50, { workCenterId: 4, unit: 'kg', measuredOutput: 0 })
    assert.deepEqual(energyPerUnit([...both, kilograms]), told)
    assert.deepEqual(energyPerUnit([...both, { ...kilograms, kwh: 1, measuredOutput: 50 }]), none)
    assert.deepEqual(
      [acceptedOfAll([...both, stoodBy]), acceptedOfAll([...both, kilograms]), acceptedOfAll([stoodBy])],
      [{ accepted: 6000, unit: 'pcs' }, null, null],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { costOf, overlappingZones, pricedStretches, type EnergyTariff, type TariffZone, type Weekday } from './tariff.ts'

const WORK_DAYS: readonly Weekday[] = [1, 2, 3, 4, 5]
const NIGHT: TariffZone = { name: 'Night', days: [1, 2, 3, 4, 5, 6, 7], from: 22 * 60, to: 6 * 60, pricePerKwh: 0.4 }
const PEAK: TariffZone = { name: 'Peak', days: WORK_DAYS, from: 17 * 60 + 15, to: 21 * 60 + 45, pricePerKwh: 1.5 }
const TARIFF: EnergyTariff = { validFrom: '2026-01-01', currency: 'PLN', pricePerKwh: 0.9, zones: [NIGHT, PEAK] }
const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds
const WARSAW = '[Europe/Warsaw]'

const shown = (stretches: ReturnType<typeof pricedStretches>) =>
  stretches.map(({ start, end, zone, price }) => `${(end - start) / 3_600_000} ${zone} ${price}`)

describe('the price of energy', () => {
  it('goes by the clock of the plant, over midnight too', () => {
    // Monday.
    const day = { start: at(`2026-11-23T00:00${WARSAW}`), end: at(`2026-11-24T00:00${WARSAW}`) }
    assert.deepEqual(shown(pricedStretches('Europe/Warsaw', day, [TARIFF])), [
      '6 Night 0.4',
      '11.25 null 0.9',
      '4.5 Peak 1.5',
      '0.25 null 0.9',
      '2 Night 0.4',
    ])
    const sunday = { start: at(`2026-11-22T06:00${WARSAW}`), end: at(`2026-11-22T22:00${WARSAW}`) }
    assert.deepEqual(shown(pricedStretches('Europe/Warsaw', sunday, [TARIFF])), ['16 null 0.9'])
  })

  it('holds for an hour more on the night when clocks go back, and for one less when they go on', () => {
    const night = (date: string, next: string) => ({ start: at(`${date}T22:00${WARSAW}`), end: at(`${next}T06:00${WARSAW}`) })
    assert.deepEqual(shown(pricedStretches('Europe/Warsaw', night('2026-10-24', '2026-10-25'), [TARIFF])), ['9 Night 0.4'])
    assert.deepEqual(shown(pricedStretches('Europe/Warsaw', night('2026-03-28', '2026-03-29'), [TARIFF])), ['7 Night 0.4'])
  })

  it('changes on the date of the next tariff, and is unknown before the first', () => {
    const next = { ...TARIFF, validFrom: '2026-11-24', zones: [], pricePerKwh: 1 }
    const period = { start: at(`2026-11-23T23:00${WARSAW}`), end: at(`2026-11-24T02:00${WARSAW}`) }
    assert.deepEqual(shown(pricedStretches('Europe/Warsaw', period, [next, TARIFF])), ['1 Night 0.4', '2 null 1'])
    const before = { start: at(`2025-12-31T22:00${WARSAW}`), end: at(`2026-01-01T01:00${WARSAW}`) }
    assert.deepEqual(shown(pricedStretches('Europe/Warsaw', before, [TARIFF])), ['2 null null', '1 Night 0.4'])
    assert.deepEqual(pricedStretches('Europe/Warsaw', { start: 0, end: 1 }, []), [
      { start: 0, end: 1, price: null, currency: null, zone: null },
    ])
  })

  it('covers every period once, whatever the zones and wherever it begins', () => {
    const zone = fc.record({
      name: fc.constantFrom('A', 'B'),
      days: fc.uniqueArray(fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), { minLength: 1 }),
      from: fc.integer({ min: 0, max: 95 }).map((step) => step * 15),
      to: fc.integer({ min: 0, max: 96 }).map((step) => step * 15),
      pricePerKwh: fc.double({ min: 0, max: 5, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Warsaw', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'),
        fc.integer({ min: at('2026-03-01T00:00[UTC]'), max: at('2026-11-20T00:00[UTC]') }),
        fc.integer({ min: 1, max: 3 * 86_400_000 }),
        fc.array(zone, { maxLength: 3 }),
        (plantZone, start, length, zones) => {
          const stretches = pricedStretches(plantZone, { start, end: start + length }, [{ ...TARIFF, zones }])
          assert.equal(stretches[0]?.start, start)
          assert.equal(stretches.at(-1)?.end, start + length)
          for (const [index, stretch] of stretches.entries()) {
            assert.ok(stretch.end > stretch.start)
            assert.equal(stretch.start, stretches[index - 1]?.end ?? start)
            // The first minute of each has its price by the wall clock, said in another way.
            const wall = Temporal.Instant.fromEpochMilliseconds(stretch.start).toZonedDateTimeISO(plantZone)
            const minute = wall.hour * 60 + wall.minute
            const holding = zones.find(
              ({ days, from, to }) =>
                days.some((day) => day === wall.dayOfWeek) && (from < to ? from <= minute && minute < to : minute >= from || minute < to),
            )
            assert.equal(stretch.price, holding?.pricePerKwh ?? TARIFF.pricePerKwh)
          }
        },
      ),
    )
  })
})

describe('zones of a tariff', () => {
  it('may not hold at the same time of the same day, over midnight either', () => {
    assert.equal(overlappingZones([NIGHT, PEAK]), null)
    assert.deepEqual(overlappingZones([NIGHT, { ...PEAK, from: 5 * 60, to: 7 * 60 }]), [0, 1])
    assert.equal(
      overlappingZones([
        { ...NIGHT, days: [6, 7] },
        { ...PEAK, from: 5 * 60, to: 7 * 60 },
      ]),
      null,
    )
    assert.equal(overlappingZones([NIGHT, { ...PEAK, from: 6 * 60, to: 22 * 60 }]), null)
  })
})

describe('the cost of energy', () => {
  it('is the sum of energy times its price, and tells apart what has none', () => {
    const parts = [
      { kwh: 10, price: 0.4, currency: 'PLN' },
      { kwh: null, price: 0.4, currency: 'PLN' },
      { kwh: 4, price: 1.5, currency: 'PLN' },
      { kwh: 3, price: null, currency: null },
    ]
    assert.deepEqual(costOf(parts), { cost: 10, currency: 'PLN', unpricedKwh: 3 })
    assert.deepEqual(costOf([{ kwh: 3, price: null, currency: null }]), { cost: null, currency: null, unpricedKwh: 3 })
    assert.deepEqual(costOf([]), { cost: null, currency: null, unpricedKwh: 0 })
    // What is free costs nothing, and that is known.
    assert.deepEqual(costOf([{ kwh: 3, price: 0, currency: 'EUR' }]), { cost: 0, currency: 'EUR', unpricedKwh: 0 })
    const both = [
      { kwh: 1, price: 1, currency: 'PLN' },
      { kwh: 1, price: 1, currency: 'EUR' },
    ]
    assert.deepEqual(costOf(both), { cost: null, currency: null, unpricedKwh: 0 })
  })
})

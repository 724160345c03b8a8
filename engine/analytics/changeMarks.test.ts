import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { movedDate } from '#engine/time/statPeriod.ts'
import { changeOf, unusualDays, usualRates, type DayRate } from './changeMarks.ts'

const FIRST = '2026-05-01'
const USUAL = [3, 4, 2, 5, 3, 4, 3, 2, 4, 5, 3, 4, 3, 4, 2, 3, 5, 4, 3, 4]
const WORSE = [5, 6, 5, 6, 7, 5, 6, 6]
const daysOf = (rates: readonly number[]): DayRate[] => rates.map((minutesPerHour, at) => ({ date: movedDate(FIRST, at), minutesPerHour }))

describe('marks of a change', () => {
  it('tell since when more is lost (W-28)', () => {
    const days = daysOf([...USUAL, ...WORSE])
    const usual = usualRates(days)
    assert.deepEqual([usual?.mean.toFixed(2), usual?.limit.toFixed(2)], ['3.50', '7.28'])
    assert.deepEqual(unusualDays(days), [])
    assert.deepEqual(changeOf(days), { date: movedDate(FIRST, 20), before: 3.5, since: 5.75 })
  })

  it('come with the eighth day above the mean, and not before five days lie behind the change', () => {
    assert.equal(changeOf(daysOf([...USUAL, ...WORSE.slice(0, 6)])), null, 'seven in a row')
    assert.notEqual(changeOf(daysOf([...USUAL, ...WORSE.slice(0, 7)])), null, 'the last usual day is the first of eight')
    assert.equal(changeOf(daysOf([...USUAL.slice(0, 19), 4, 3, 3, 4, 4, 4, 4, 4, 9, 9, 9, 9])), null, 'four days since')
  })

  it('name single days that are unusual, without a change', () => {
    const days = daysOf([...USUAL, 9, 3, 4])
    assert.deepEqual(unusualDays(days), [{ date: movedDate(FIRST, 20), minutesPerHour: 9 }])
    assert.equal(changeOf(days), null)
  })

  it('are silent about what is small, what is better, and what is not known for 20 days', () => {
    assert.equal(changeOf(daysOf([...USUAL, ...WORSE].map((rate) => rate / 3))), null, 'less than a minute an hour')
    assert.equal(changeOf(daysOf([...USUAL, ...WORSE].map((rate) => 40 + rate))), null, 'less than a fifth')
    assert.equal(changeOf(daysOf([...WORSE, ...WORSE, ...WORSE, ...USUAL])), null, 'better')
    assert.equal(changeOf(daysOf([...USUAL.slice(0, 11), ...WORSE])), null)
  })

  it('are of the last 60 days, whatever was before', () => {
    const rates = fc.array(
      fc.integer({ min: 0, max: 600 }).map((tenth) => tenth / 10),
      { maxLength: 90 },
    )
    fc.assert(
      fc.property(rates, rates, (before, own) => {
        const days = daysOf([...before, ...own])
        assert.deepEqual(changeOf(days), changeOf(days.slice(-60)))
        const change = changeOf(days)
        if (change !== null) assert.ok(change.since - change.before >= 1 && change.since >= 1.2 * change.before)
      }),
    )
  })
})

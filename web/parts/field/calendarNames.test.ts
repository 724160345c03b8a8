import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthName, ownDayName, ownPart, weekdayName } from './calendarNames.ts'

const may = { year: 2026, month: 5, day: 3 }

test('months and days of the week have Uzbek names, which browsers have not', () => {
  assert.equal(monthName(may, 'uz'), 'May 2026')
  assert.equal(monthName({ year: 2026, month: 10 }, 'uz'), 'Oktabr 2026')
  assert.deepEqual(
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => weekdayName(day, 'uz')),
    ['Du', 'Se', 'Ch', 'Pa', 'Ju', 'Sh', 'Ya'],
  )
  assert.equal(ownDayName(may, 'uz'), '3-may, 2026')
  assert.deepEqual(ownPart('year', 'uz'), { name: 'yil', placeholder: 'yyyy' })
  assert.deepEqual(ownPart('minute', 'uz'), { name: 'daqiqa', placeholder: '––' })
  assert.equal(ownPart('literal', 'uz'), null)
})

test('other languages have the names of the browser', () => {
  assert.equal(monthName(may, 'en'), 'May 2026')
  assert.match(monthName(may, 'uk'), /травень 2026/)
  assert.equal(weekdayName('пн', 'uk'), 'пн')
  assert.equal(ownDayName(may, 'en'), null)
  assert.equal(ownPart('year', 'uk'), null)
})

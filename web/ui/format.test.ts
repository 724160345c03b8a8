import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPercentage } from '#engine/oee/percentage.ts'
import { createFormat, formatTimer, MISSING } from './format.ts'
import { LOCALES } from './locale.ts'

const AT = Date.UTC(2026, 4, 4, 6, 5, 9)
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('missing values are a dash in every language, never zero', () => {
  for (const locale of LOCALES) {
    const format = createFormat(locale, 'UTC')
    for (const text of [format.number(null), format.percent(null), format.time(undefined), format.duration(null), format.number(NaN)])
      assert.equal(text, MISSING)
    assert.notEqual(format.number(0), MISSING)
  }
})

test('numbers and percentages follow the language', () => {
  const rows = [
    ['en', '12,345.7', '78.4%'],
    ['uk', '12 345,7', '78,4 %'],
    ['pl', '12 345,7', '78,4%'],
    ['ru', '12 345,7', '78,4 %'],
    ['es', '12.345,7', '78,4 %'],
    ['uz', '12 345,7', '78,4 %'],
  ] as const
  for (const [locale, number, percent] of rows) {
    const format = createFormat(locale, 'UTC')
    assert.equal(plain(format.number(12_345.67, 1)), number, locale)
    assert.equal(plain(format.percent(0.78449)).replace('78,4%', percent), percent, locale)
  }
  assert.equal(plain(createFormat('es', 'UTC').number(1234)), '1234', 'Spanish groups from 10.000 on')
})

test('a tie of a tenth of a percent is one number, from the fraction and from the percent of the API (D-51)', () => {
  const format = createFormat('en', 'UTC')
  for (let good = 0; good <= 2000; good++) {
    const right = `${((good + (good % 2)) / 20).toFixed(1)}%`
    const { exactValue } = toPercentage(good / 2000) ?? { exactValue: 0 }
    assert.deepEqual([good, format.percent(good / 2000), format.percentOf(exactValue, 1)], [good, right, right])
  }
  assert.equal(format.percent(-0.0005, 1), '-0.1%')
})

test('the clock has 24 hours and the zone of the plant', () => {
  for (const locale of LOCALES) {
    assert.equal(createFormat(locale, 'Europe/Kyiv').time(AT), '09:05')
    assert.equal(createFormat(locale, 'Asia/Kathmandu').timeWithSeconds(AT), '11:50:09')
    assert.equal(createFormat(locale, 'UTC').time(Date.UTC(2026, 0, 1)), '00:00')
  }
})

test('Uzbek dates have Uzbek month names', () => {
  assert.equal(createFormat('uz', 'UTC').date(Date.UTC(2026, 8, 21)), '21-sentabr, 2026')
  assert.equal(createFormat('uz', 'UTC').dayMonth(AT), '4-may')
  assert.equal(createFormat('en', 'UTC').date(AT), '4 May 2026')
})

test('durations name seconds below ten minutes, then minutes, then hours', () => {
  const format = createFormat('en', 'UTC')
  const rows = [
    [0, '0 s'],
    [59_400, '59 s'],
    [252_000, '4 min 12 s'],
    [240_000, '4 min'],
    [600_000, '10 min'],
    [3_599_000, '1 h'],
    [7_200_000, '2 h'],
    [5_490_000, '1 h 32 min'],
    [86_399_000, '1 d'],
    [3_900_000, '1 h 05 min'],
    [93_600_000, '1 d 2 h'],
    [-120_000, '−2 min'],
  ] as const
  for (const [ms, text] of rows) assert.equal(format.duration(ms), text)
  assert.equal(createFormat('uk', 'UTC').duration(3_900_000), '1 год 05 хв')
  assert.equal(createFormat('uz', 'UTC').duration(3_900_000), '1 soat 05 daq')
})

test('an exact duration names every second, so that parts add up to their sum', () => {
  const format = createFormat('en', 'UTC')
  const rows = [
    [0, '0 s'],
    [-400, '0 s'],
    [110_000, '1 min 50 s'],
    [2_938_000, '48 min 58 s'],
    [5_490_000, '1 h 31 min 30 s'],
    [93_600_000, '26 h'],
    [-3_605_000, '−1 h 5 s'],
    [null, MISSING],
  ] as const
  for (const [ms, text] of rows) assert.equal(format.exactDuration(ms), text)
})

test('timers count up from zero and never below it', () => {
  assert.equal(formatTimer(-5), '0:00:00')
  assert.equal(formatTimer(42_900), '0:00:42')
  assert.equal(formatTimer(2_938_000), '0:48:58')
  assert.equal(formatTimer(3_723_000), '1:02:03')
})

test('the offset of the zone follows its daylight saving', () => {
  const format = createFormat('en', 'Europe/Kyiv')
  assert.equal(format.zoneOffset(Date.UTC(2026, 0, 15)), 7_200_000)
  assert.equal(format.zoneOffset(Date.UTC(2026, 6, 15)), 10_800_000)
  assert.equal(createFormat('en', 'Asia/Kathmandu').zoneOffset(AT), 20_700_000)
})

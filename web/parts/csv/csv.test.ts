import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clockDuration, fileNamePart, isoWithOffset, localDateTime, toCsv, toTabs } from './csv.ts'

test('a file begins with the byte order mark, quotes what needs it, and computes nothing', () => {
  const text = toCsv(
    ['Name', 'Value'],
    [
      ['Jam, "belt"', 1.5],
      ['=1+1', null],
      ['-2', -2],
      ['line\nbreak', 0],
    ],
  )
  assert.equal(text, '\uFEFFName,Value\r\n"Jam, ""belt""",1.5\r\n"\'=1+1",\r\n"\'-2",-2\r\n"line\nbreak",0\r\n')
})

test('a table that is pasted has a tab between its cells, and computes nothing either', () => {
  const rows = [
    ['Press\t3', 82.5],
    ['=1+1', null],
  ]
  const pasted = toTabs(['Name', 'OEE, %'], rows, 'en')
  assert.equal(pasted, 'Name\t"OEE, %"\n"Press\t3"\t82.5\n"\'=1+1"\t')
})

test('numbers that are pasted have the decimal sign of the language, so that none becomes a date, and no groups', () => {
  const pasted = (locale: string) => toTabs([], [[12.5, 5.11, -1234.567, 7]], locale).trim()
  for (const locale of ['uk', 'ru', 'pl', 'es', 'uz']) assert.equal(pasted(locale), '12,5\t5,11\t-1234,567\t7', locale)
  assert.equal(pasted('en'), '12.5\t5.11\t-1234.567\t7')
})

test('no text cell begins as a formula, whatever people type', () => {
  fc.assert(
    fc.property(fc.string(), (cell) => {
      const line = toCsv([], [[cell]])
        .slice(1)
        .split('\r\n')
        .slice(1)
        .join('\r\n')
      assert.doesNotMatch(line, /^"?[=+\-@\t\r](?!\n?$)/)
    }),
  )
})

test('times are told with the offset of the zone and as its clock shows them, lengths as a clock', () => {
  const at = Date.UTC(2026, 4, 4, 11, 2, 11)
  assert.equal(isoWithOffset(at, 'Europe/Kyiv'), '2026-05-04T14:02:11+03:00')
  assert.equal(isoWithOffset(at, 'America/St_Johns'), '2026-05-04T08:32:11-02:30')
  assert.equal(localDateTime(at, 'Europe/Kyiv'), '2026-05-04 14:02:11')
  assert.deepEqual([isoWithOffset(null, 'UTC'), localDateTime(null, 'UTC')], ['', ''])
  assert.deepEqual([clockDuration(61_400), clockDuration(90_061_000)], ['00:01:01', '25:01:01'])
  assert.equal(fileNamePart(' Прес 3/А '), 'прес-3-а')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) =>
      assert.equal(Date.parse(isoWithOffset(ms, 'Asia/Kathmandu')), Math.floor(ms / 1000) * 1000),
    ),
  )
})

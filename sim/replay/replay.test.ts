import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseCsv } from './csv.ts'
import { parseMapping, readMapping } from './mapping.ts'
import { delay, toRecording } from './recording.ts'
import type { ReportedShift, ReportedStatus } from './report.ts'
import { secondsByShift, toCsv } from './report.ts'
import { compareWithTruth, truthWindows } from './truth.ts'

const NIST = fileURLToPath(new URL('../mappings/nist.json', import.meta.url))
const WEEK = new URL('../../engine/fixtures/nist/execution_2016W44.csv', import.meta.url)
const TRUTH = new URL('../../engine/fixtures/nist/truth_shift_2016W44.csv', import.meta.url)

const mapping = readMapping(NIST)

/** The mapping as a plain value with one field replaced. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = JSON.parse(readFileSync(NIST, 'utf8'))
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  if (value === undefined) delete at[last]
  else at[last] = value
  return copy
}

test('a wrong mapping is refused with the field that is wrong', () => {
  const cases: readonly [readonly (string | number)[], unknown, RegExp][] = [
    [['columns', 'time'], undefined, /columns\.time/],
    [['sensors', 0, 'sensor'], 'WEIGHT', /sensors\.0\.sensor: is not a sensor type/],
    [['sensors'], [], /sensors/],
    [['sensors', 0, 'values', 'ACTIVE'], 'ten', /sensors\.0\.values\.ACTIVE/],
    [['device', 'reportMode'], 'SOMETIMES', /device\.reportMode/],
    [['device', 'acceptDaysBack'], 0, /device\.acceptDaysBack/],
    [['statuses', 2, 'max'], 1, /statuses\.2\.max: must be above min/],
    [['statuses', 1, 'color'], 'red', /statuses\.1\.color: is not a colour/],
    [['zone'], 'America/Gotham', /zone: is not a time zone/],
    [['shifts', 0, 'timeEnd'], '24:00', /shifts\.0\.timeEnd: is not a time/],
    [['validFrom'], 'yesterday', /validFrom/],
    [['colour'], 'red', /"colour"/],
  ]
  for (const [path, value, message] of cases) {
    assert.throws(() => parseMapping(changed(path, value)), message, path.join('.'))
  }
  assert.throws(() => parseMapping(null), /The mapping is wrong/)
  assert.throws(() => readMapping('/nowhere/mapping.json'), /\/nowhere\/mapping\.json cannot be read/)
})

test('a CSV may quote commas, quotes and line ends; rows of another length are refused', () => {
  const rows = parseCsv('\uFEFFa,b\r\n1,"x, ""y""\nz"\r\n\n2,\n')
  assert.deepEqual(
    rows.map((row) => [row.line, ...row.fields.values()]),
    [
      [2, '1', 'x, "y"\nz'],
      [5, '2', ''],
    ],
  )
  assert.throws(() => parseCsv('a,b\n1,2,3\n'), /Line 2 has 3 fields, the header has 2/)
  assert.throws(() => parseCsv('a,b\n1,"2\n'), /Line 2 opens a quoted field/)
  assert.throws(() => parseCsv(''), /empty/)
})

test('the recorded week becomes three devices in the order of arrival, unavailable as null', () => {
  const recording = toRecording(parseCsv(readFileSync(WEEK, 'utf8')), mapping)
  assert.deepEqual(Object.fromEntries([...recording].map(([device, samples]) => [device, samples.length])), {
    GFAgie01: 328,
    Mazak01: 445,
    Mazak03: 1001,
  })
  const mazak = recording.get('Mazak01') ?? []
  assert.deepEqual(mazak[0], { at: Date.parse('2016-10-31T08:45:01.985Z'), values: { LOAD: 50 } })
  assert.deepEqual(mazak.at(-1), { at: Date.parse('2016-11-04T14:44:57.654Z'), values: { LOAD: null } })
  assert.ok(
    mazak.some((sample, index) => sample.at < (mazak[index - 1]?.at ?? -Infinity)),
    'a row is late',
  )
})

test('a row that cannot be read is refused with its line and column', () => {
  const of = (text: string) => () => toRecording(parseCsv(`ts,device,item,value\n${text}\n`), mapping)
  assert.throws(of('2016-10-31T08:00:00Z,M,execution,DANCING'), /Line 2: the column value has "DANCING", for which sensors\.values/)
  assert.throws(of('2016-10-31 08:00:00,M,execution,ACTIVE'), /Line 2: the column ts has "2016-10-31 08:00:00", which is not an instant/)
  assert.throws(of('2016-10-31T08:00:00Z,M,mode,ACTIVE'), /No row of the file passes the filter/)
  assert.throws(
    () => toRecording(parseCsv('time,device,item,value\nx,M,execution,ACTIVE\n'), mapping),
    /no column "ts", which columns\.time/,
  )
  const numeric = parseMapping(changed(['sensors', 0], { column: 'value', sensor: 'TEMPERATURE:2' }))
  const rows = (cell: string) => parseCsv(`ts,device,item,value\n2016-10-31T08:00:00+01:00,M,execution,${cell}\n`)
  assert.deepEqual(toRecording(rows('-1.5e2'), numeric).get('M'), [
    { at: Date.parse('2016-10-31T07:00:00Z'), values: { 'TEMPERATURE:2': -150 } },
  ])
  assert.deepEqual(toRecording(rows(''), numeric).get('M'), [{ at: Date.parse('2016-10-31T07:00:00Z'), values: {} }])
  assert.throws(() => toRecording(rows('1,5'.replace(',', ';')), numeric), /"1;5", which is not a number/)
})

test('a delay moves samples by at most the minutes, loses none and is the same for the same seed', () => {
  const samples = [...(toRecording(parseCsv(readFileSync(WEEK, 'utf8')), mapping).get('Mazak03') ?? [])].toSorted(
    (left, right) => left.at - right.at,
  )
  const delayed = delay(samples, 5, 'seed')
  assert.deepEqual(delay(samples, 5, 'seed'), delayed)
  assert.notDeepEqual(delay(samples, 5, 'other'), delayed)
  assert.notDeepEqual(delayed, samples)
  assert.deepEqual(
    delayed.toSorted((left, right) => left.at - right.at),
    samples,
  )
  let newest = -Infinity
  for (const { at } of delayed) {
    assert.ok(newest - at <= 5 * 60_000)
    newest = Math.max(newest, at)
  }
  assert.deepEqual(delay(samples, 0, 'seed'), samples)
})

const SHIFT: ReportedShift = { shiftDate: '2016-10-31', shiftId: 1, start: 0, end: 100_000 }
const STATUSES: readonly ReportedStatus[] = [
  { start: -5_000, end: 20_000, name: 'Active' },
  { start: 20_000, end: 30_000, name: null },
  { start: 30_000, end: 60_500, name: 'Ready' },
  { start: 60_500, end: 70_000, name: 'Active' },
]

test('statuses are cut at the shift, and what none covers is time without data', () => {
  const rows = secondsByShift('M, 1', [SHIFT], STATUSES)
  assert.deepEqual(
    rows.map((row) => [row.status, row.seconds]),
    [
      ['Active', 29.5],
      ['NO_DATA', 40],
      ['Ready', 30.5],
    ],
  )
  assert.match(toCsv(rows), /^device,shift_date,shift,status,seconds\n"M, 1",2016-10-31,1,Active,29\.5\n/)
})

test('a comparison finds what differs by more than the tolerance, and what the truth does not know of', () => {
  const truth = (active: string, programStopped = '0') =>
    parseCsv(
      `device,shift_date,shift,length_s,active_s,ready_s,program_stopped_s,unavailable_s,no_data_s\nM,2016-10-31,1,100,${active},30.5,${programStopped},10,30\n`,
    )
  const rows = secondsByShift('M', [SHIFT], STATUSES)
  assert.deepEqual(compareWithTruth(rows, truth('30.5'), mapping, 1).differences, [])
  const { differences, largest } = compareWithTruth(rows, truth('31'), mapping, 1)
  assert.deepEqual(
    differences.map((one) => [one.status, one.seconds, one.expectedSeconds]),
    [['Active', 29.5, 31]],
  )
  assert.equal(largest, 1.5)
  assert.equal(compareWithTruth(rows, truth('29.5', '7'), mapping, 1).differences[0]?.status, 'Program stopped')
  assert.equal(compareWithTruth([], truth('29.5'), mapping, 1).differences.length, 3)
  const unknown = parseCsv('device,shift_date,shift,odd_s\nM,2016-10-31,1,oops\n')
  assert.ok(compareWithTruth(rows, unknown, mapping, 1).differences.some((one) => one.status === 'odd_s'))
  assert.ok(parseCsv(readFileSync(TRUTH, 'utf8')).length === 63)
})

test('a truth by UTC day counts from the first to the last row of the day', () => {
  const truth = parseCsv(
    'device,utc_date,first_seen,last_seen,active_s,ready_s,unavailable_s,cycles,controller_auto_s\n' +
      'M,1970-01-01,1970-01-01T00:00:10.000Z,1970-01-01T00:01:05.000Z,14.5,30.5,10,7,99\nN,1970-01-01,1970-01-01T00:00:10.000Z,1970-01-01T00:01:05.000Z,1,2,3,4,5\n',
  )
  const windows = truthWindows(truth, 'M') ?? []
  assert.equal(windows.length, 1)
  const rows = secondsByShift('M', windows, STATUSES)
  assert.deepEqual(compareWithTruth(rows, truth.slice(0, 1), mapping, 0.001).differences, [])
  assert.equal(truthWindows(parseCsv(readFileSync(TRUTH, 'utf8')), 'M'), null)
})

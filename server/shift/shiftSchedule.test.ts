import { HOUR_MS } from '#engine/time/durations.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from './testing.ts'

type Row = Readonly<Record<string, unknown>>
const codeOf = (answer: Answer) => answer.errors[0]?.extensions.code

/** Three shifts of eight hours from 06:00. */
const THREE = `[{ code: "1", name: "Early", timeStart: "06:00", timeEnd: "14:00" }, { code: "2", name: "Late", timeStart: "14:00", timeEnd: "22:00" },
  { code: "3", name: "Night", timeStart: "22:00", timeEnd: "06:00" }]`
const DAY = '[{ code: "D", name: "Day", timeStart: "06:00", timeEnd: "18:00" }]'

describe('schedules of shifts', () => {
  let api: TestApi
  let now = DAY_START
  let press = 0
  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'qb-001a')
  })
  after(() => api.close())

  const save = (input: string, rest = '') =>
    api.ask(
      `mutation { createOrUpdateShifts(input: ${input}${rest}) { code timeStart isCurrent workCenterId validFrom version timeZone weekdays } }`,
    )
  const current = async () =>
    (await api.ask(`{ currentShift(workCenterId: ${press}) { code timeStart timeEnd shiftDate } }`)).data['currentShift']
  const codes = async (owner: number) =>
    ((await api.ask(`{ shiftSchedules(workCenterId: ${owner}) { code workCenterId } }`)).data['shiftSchedules'] as readonly Row[]).map(
      (row) => `${String(row['code'])}@${String(row['workCenterId'])}`,
    )

  it('tells the second of two editors what is there now (optimistic version)', async () => {
    now = DAY_START - 30 * 24 * HOUR_MS
    const first = await save(THREE, ', version: "1970-01-01T00:00:00Z"')
    const version = String((first.data['createOrUpdateShifts'] as readonly Row[])[0]?.['version'])
    assert.equal(version, new Date(now).toISOString())
    assert.equal(codeOf(await save(DAY, ', version: "1970-01-01T00:00:00Z"')), 'CONFLICT')
    const both = await Promise.all([save(THREE, `, version: "${version}"`), save(DAY, `, version: "${version}"`)])
    const lost = both.filter((answer) => codeOf(answer) === 'CONFLICT')
    assert.equal(lost.length, 1)
    assert.match(String(lost[0]?.errors[0]?.extensions.params?.['shifts']), /06:00–1[48]:00/)
    await save(THREE)
    now = DAY_START
  })

  it('leaves the running instance alone and begins with the next start after it (S-43, E-33, E-36)', async () => {
    const early = { code: '1', timeStart: '2026-05-04T03:00:00.000Z', timeEnd: '2026-05-04T11:00:00.000Z', shiftDate: '2026-05-04' }
    assert.deepEqual(await current(), early)
    await save(DAY, `, workCenterId: ${press}`)
    assert.deepEqual(await current(), early)
    assert.deepEqual([await codes(press), await codes(0)], [[`D@${press}`], ['1@0', '2@0', '3@0']])
    now = DAY_START + 6 * HOUR_MS
    assert.equal(await current(), null)
    now = DAY_START + 22 * HOUR_MS
    assert.deepEqual(await current(), {
      code: 'D',
      timeStart: '2026-05-05T03:00:00.000Z',
      timeEnd: '2026-05-05T15:00:00.000Z',
      shiftDate: '2026-05-05',
    })
  })

  it("gives a work center its company's shifts back after the running one (E-34)", async () => {
    const ended = await api.ask(`mutation { deleteShifts(workCenterId: ${press}) { code workCenterId } }`)
    assert.deepEqual((ended.data['deleteShifts'] as readonly Row[])[0], { code: '1', workCenterId: 0 })
    assert.equal(((await current()) as Row)['code'], 'D')
    now = DAY_START + 34 * HOUR_MS
    assert.equal(await current(), null)
    now = DAY_START + 38 * HOUR_MS
    assert.equal(((await current()) as Row)['code'], '3')
    assert.deepEqual(await codes(press), ['1@0', '2@0', '3@0'])
  })

  it('marks what a schedule decides for recalculation, and changes no confirmed shift', async () => {
    await api.database.pool.query('delete from recalculation')
    const lathe = await addPress(api, 'qb-001b')
    const id = await addShift(api, lathe)
    await api.ask(`mutation { confirmShift(id: ${id}) { id } }`)
    assert.equal(codeOf(await save(DAY, `, workCenterId: ${lathe}, validFrom: "2026-05-04T13:59:59Z"`)), 'SHIFT_CONFIRMED')
    assert.deepEqual((await save(DAY, `, workCenterId: ${lathe}, validFrom: "2026-05-04T14:00:00Z"`)).errors, [])
    const { rows } = await api.database.pool.query('select work_center_id, from_at, to_at, cause from recalculation')
    assert.deepEqual(rows, [{ work_center_id: lathe, from_at: Date.UTC(2026, 4, 4, 14), to_at: null, cause: 'SCHEDULE' }])
    assert.ok(api.awaitedReloads.includes(lathe as (typeof api.awaitedReloads)[number]))
    await api.ask(`mutation { deleteShifts(workCenterId: ${lathe}) { code } }`)
  })

  it('plans days of the week, holidays and extra days, and never changes a day that has begun (S-48)', async () => {
    now = DAY_START
    const weekdays = await save(
      '[{ code: "D", name: "Day", timeStart: "06:00", timeEnd: "18:00", weekdays: [1, 2, 3, 4, 5] }]',
      `, workCenterId: ${press}`,
    )
    assert.deepEqual(weekdays.errors, [])
    const mark = (input: string, owner = 0) =>
      api.ask(`mutation { saveShiftExceptions(workCenterId: ${owner}, input: [${input}]) { date isWorking name workCenterId } }`)
    assert.equal(codeOf(await mark('{ date: "2026-05-04", isWorking: false }')), 'SHIFT_EXCEPTION_PAST')
    assert.equal(codeOf(await mark('{ date: "2026-05-05", isWorking: false }, { date: "2026-05-05", isWorking: true }')), 'NOT_UNIQUE')
    const saved = await mark(
      '{ date: "2026-05-06", isWorking: false, name: "Fair" }, { date: "2026-05-07", isWorking: false, name: "Fair" }',
    )
    assert.deepEqual(saved.data['saveShiftExceptions'], [
      { date: '2026-05-06', isWorking: false, name: 'Fair', workCenterId: 0 },
      { date: '2026-05-07', isWorking: false, name: 'Fair', workCenterId: 0 },
    ])
    await mark('{ date: "2026-05-07", isWorking: true, name: "Ours" }, { date: "2026-05-09", isWorking: true }', press)
    const days: string[] = []
    for (let day = 0; day < 8; day++) {
      now = DAY_START + day * 24 * HOUR_MS + HOUR_MS
      const shift = await current()
      if (shift !== null) days.push(String((shift as Row)['shiftDate']))
    }
    assert.deepEqual(days, ['2026-05-04', '2026-05-05', '2026-05-07', '2026-05-08', '2026-05-09', '2026-05-11'])
    now = DAY_START
    const rest = await mark('{ date: "2026-05-06" }')
    assert.deepEqual(
      (rest.data['saveShiftExceptions'] as readonly Row[]).map((row) => row['date']),
      ['2026-05-07'],
    )
    assert.equal(
      codeOf(await save('[{ code: "D", name: "Day", timeStart: "06:00", timeEnd: "18:00", weekdays: [0] }]')),
      'SHIFT_WEEKDAYS_NOT_VALID',
    )
  })

  it('moves shifts to come into a new time zone, and none that has begun (E-32)', async () => {
    await api.ask(`mutation { deleteShifts(workCenterId: ${press}) { code } }`)
    now = DAY_START + 40 * 24 * HOUR_MS
    const running = (await current()) as Row
    const rezone = (input: string) => api.ask(`mutation { updateCompany(id: "ACME1", ${input}) { timeZone shiftDateRule } }`)
    await api.database.pool.query('delete from recalculation')
    assert.deepEqual((await rezone('timeZone: "Asia/Kathmandu"')).data['updateCompany'], {
      timeZone: 'Asia/Kathmandu',
      shiftDateRule: 'START',
    })
    assert.deepEqual(await current(), running)
    const { rows } = await api.database.pool.query('select from_at, to_at, cause from recalculation')
    assert.deepEqual(rows, [
      { from_at: now, to_at: null, cause: 'TIME_ZONE' },
      { from_at: now, to_at: null, cause: 'TIME_ZONE' },
    ])
    now += 24 * HOUR_MS
    assert.equal(((await current()) as Row)['timeStart'], '2026-06-14T00:15:00.000Z')
    now -= 24 * HOUR_MS
    assert.deepEqual(await current(), running)
    await rezone('name: "Same clock"')
    assert.equal((await api.database.pool.query('select from recalculation')).rowCount, 2)
    now += 24 * HOUR_MS
    await rezone('shiftDateRule: END')
    now += 24 * HOUR_MS
    const night = Date.UTC(2026, 5, 15, 17)
    now = night
    assert.deepEqual(await current(), {
      code: '3',
      timeStart: '2026-06-15T16:15:00.000Z',
      timeEnd: '2026-06-16T00:15:00.000Z',
      shiftDate: '2026-06-16',
    })
  })

  it('keeps the zone of a schedule that was given one of its own', async () => {
    await save(DAY, `, workCenterId: ${press}, timeZone: "Pacific/Tongatapu"`)
    await api.ask('mutation { updateCompany(id: "ACME1", timeZone: "UTC") { timeZone } }')
    const zones = async (owner: number) =>
      new Set(
        ((await api.ask(`{ shiftSchedules(workCenterId: ${owner}) { timeZone } }`)).data['shiftSchedules'] as readonly Row[]).map(
          (row) => row['timeZone'],
        ),
      )
    now += 1
    assert.deepEqual([await zones(press), await zones(0)], [new Set(['Pacific/Tongatapu']), new Set(['UTC'])])
  })
})

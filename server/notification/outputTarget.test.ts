import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { keepNotifications } from './keepNotifications.ts'

describe('a rule about output', () => {
  let now = DAY_START + 28 * HOUR_MS
  let api: TestApi
  let press = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    // 270 accepted units.
    await addShift(api, press)
  })
  after(() => api.close())

  const input = (more: string) =>
    `workCenterId: ${press}, notificationTypeId: "${RULE_TYPE_IDS.TARGET_VALUE}", mode: OUTPUT, comparisonType: LOWER, targetAudience: ROLES ${more}`
  /** How many shifts of the last two days would have been told. */
  const told = async (more = '') => {
    const { data, errors } = await api.ask(`{ previewNotificationConfig(input: { ${input(more)} }, days: 2) { episodes { since } } }`)
    assert.deepEqual(errors, [])
    return (data['previewNotificationConfig'] as { readonly episodes: readonly unknown[] }).episodes.length
  }
  const aimAt = (units: number | null) =>
    api.database.pool.query(
      'update work_center set target_output = $2, target_output_period = $3, target_output_calculation_type = $4 where id = $1',
      [press, units, units === null ? null : 'SHIFT', 'BY_WORK_CENTER_CYCLE_TIME'],
    )

  it('compares what was accepted with what the shift should have made, and judges none without a target', async () => {
    await aimAt(null)
    assert.equal(await told(), 0)
    await aimAt(270)
    assert.equal(await told(), 0)
    await aimAt(540)
    assert.equal(await told(), 1)
    assert.equal(await told(', targetValue: 40'), 0)
    assert.equal(await told(', targetValue: 60, periodType: DAY'), 1)
  })

  it('stays as it was told where the figure changes afterwards, which then stands beside it, and ends with the next shift', async () => {
    const { database, deps } = api
    const kept = await keepNotifications({
      database,
      log: createLog('error'),
      readSamples: deps.readSamples,
      now: () => now,
      everyMs: HOUR_MS,
    })
    const [before, end] = [now, DAY_START + 8 * HOUR_MS]
    now = end - HOUR_MS
    const rule = `workCenterId: ${press}, notificationTypeId: "${RULE_TYPE_IDS.TARGET_VALUE}", mode: OUTPUT, comparisonType: LOWER, targetValue: 60`
    const made = await api.ask(`mutation { createNotificationConfig(input: { ${rule}, targetAudience: ROLES }) { id } }`)
    assert.deepEqual(made.errors, [])
    /** What stands in the inbox as of then, after the shift changed. */
    const look = async (at: number, from = DAY_START) => {
      now = at
      await database.pool.query(
        `insert into notification_mark (company_id, work_center_id, from_at, check_at) values ($1, $2, $3, $4)
         on conflict (company_id, work_center_id) do update set from_at = excluded.from_at, check_at = excluded.check_at`,
        [ACME, press, from, now],
      )
      await kept.run()
      const { data } = await api.ask('{ notifications(filter: { tab: ALL, types: [TARGET_VALUE] }) { items { state value valueNow } } }')
      const { items } = data['notifications'] as { readonly items: readonly { state: string; value: number; valueNow: number | null }[] }
      return items.map(({ state, value, valueNow }) => [state, value.toFixed(6), valueNow?.toFixed(6) ?? null])
    }
    await aimAt(540)
    const [first] = await look(end + 6 * MINUTE_MS)
    const value = first?.[1] ?? ''
    assert.ok(Number(value) > 50 && Number(value) < 60, value)
    assert.deepEqual(first, ['OPEN', value, null])
    /** Whether what was told stays and the figure of now is that where so many units were to be made; the target is a whole number of them. */
    const isBeside = (rows: Awaited<ReturnType<typeof look>>, state: string, units: number) => {
      const [is, told, then] = rows.at(-1) ?? []
      assert.deepEqual([is, told], [state, value])
      assert.ok(Math.abs(Number(then) - (Number(value) * 540) / units) < 0.3, String(then))
    }
    await aimAt(500)
    isBeside(await look(end + 7 * MINUTE_MS), 'OPEN', 500)
    await aimAt(400)
    isBeside(await look(end + 8 * MINUTE_MS), 'OPEN', 400)
    await aimAt(540)
    assert.deepEqual(await look(end + 9 * MINUTE_MS), [['OPEN', value, null]])
    await aimAt(400)
    // The next shift misses it by itself, and is told of itself.
    await addShift(api, press, { start: end, date: '2026-05-04', total: 100 })
    const both = await look(end + 8 * HOUR_MS + 6 * MINUTE_MS)
    isBeside(both, 'RESOLVED', 400)
    const [next, ...others] = both
    assert.deepEqual([next?.[0], next?.[2], others.length], ['OPEN', null, 1])
    assert.ok(Number(next?.[1]) < 20, String(next?.[1]))
    // Where only the shift after it has changed, the first one is told no second time.
    await aimAt(540)
    await addShift(api, press, { start: end + 8 * HOUR_MS, date: '2026-05-04', total: 100 })
    const third = await look(end + 16 * HOUR_MS + 6 * MINUTE_MS, end + 16 * HOUR_MS)
    const states = (rows: Awaited<ReturnType<typeof look>>) => rows.map(([state]) => state)
    assert.deepEqual(states(third), ['OPEN', 'RESOLVED', 'RESOLVED'])
    const again = await look(end + 16 * HOUR_MS + 7 * MINUTE_MS, end + 9 * HOUR_MS)
    assert.deepEqual(states(again), ['OPEN', 'RESOLVED', 'RESOLVED'])
    await kept.close()
    now = before
    await aimAt(null)
  })

  it('is kept, and is no rule about a stop', async () => {
    const { data, errors } = await api.ask(`mutation { createNotificationConfig(input: { ${input('')} }) { mode targetValue } }`)
    assert.deepEqual([errors, data['createNotificationConfig']], [[], { mode: 'OUTPUT', targetValue: null }])
    const stop = input('').replace(RULE_TYPE_IDS.TARGET_VALUE, RULE_TYPE_IDS.STATUS_DURATION)
    const refused = await api.ask(`mutation { createNotificationConfig(input: { ${stop} }) { id } }`)
    const { code, field } = refused.errors[0]?.extensions ?? {}
    assert.deepEqual([code, field], ['NOTIFICATION_MODE_NOT_OF_TYPE', 'mode'])
  })
})

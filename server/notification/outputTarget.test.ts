import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

describe('a rule about output', () => {
  const now = DAY_START + 28 * HOUR_MS
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

  it('is kept, and is no rule about a stop', async () => {
    const { data, errors } = await api.ask(`mutation { createNotificationConfig(input: { ${input('')} }) { mode targetValue } }`)
    assert.deepEqual([errors, data['createNotificationConfig']], [[], { mode: 'OUTPUT', targetValue: null }])
    const stop = input('').replace(RULE_TYPE_IDS.TARGET_VALUE, RULE_TYPE_IDS.STATUS_DURATION)
    const refused = await api.ask(`mutation { createNotificationConfig(input: { ${stop} }) { id } }`)
    const { code, field } = refused.errors[0]?.extensions ?? {}
    assert.deepEqual([code, field], ['NOTIFICATION_MODE_NOT_OF_TYPE', 'mode'])
  })
})

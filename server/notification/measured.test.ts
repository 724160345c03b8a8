import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import type { RuleType } from '#engine/notification/notificationType.ts'
import { RULE_LIMITS } from '#engine/notification/ruleForm.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import type { KeptNotifications } from './keepNotifications.ts'
import { deleteOldNotifications, KEPT_DAYS } from './notificationUpkeep.ts'
import { minute, START, startToldPress } from './testing.ts'
import type { ToldPress } from './testing.ts'

type Item = {
  readonly id: string
  readonly state: string
  readonly since: string
  readonly until: string | null
  readonly severity: string
  readonly value: number | null
  readonly target: number | null
  readonly cause: string | null
  readonly periodType: string | null
}

describe('notifications of batteries, phases, periods and devices', () => {
  let api: TestApi
  let press: TestMachine
  let kept: KeptNotifications
  let told: ToldPress
  const clock = { now: minute(30) }
  let sent = 30

  before(async () => {
    told = await startToldPress(clock)
    ;({ api, press, kept } = told)
    const sensors = ['BATTERY_LEVEL', 'CHARGING_STATUS', 'ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C']
    await api.database.pool.query(
      `insert into sensor (company_id, work_center_id, type, number) select $1, $2, type, 1 from unnest($3::text[]) type
       on conflict do nothing`,
      [ACME, press.workCenterId, sensors],
    )
    await api.reload(ACME, press.workCenterId)
  })
  after(() => told.close())

  const pass = async (until: number, values: (at: number) => Readonly<Record<string, number>> = () => ({})) => {
    await told.pass(until, { from: sent, values })
    sent = until
  }
  const inbox = async (type: string, tab = 'OPEN'): Promise<readonly Item[]> => {
    const fields = 'id state since until severity value target cause periodType'
    const { data, errors } = await api.ask(`{ notifications(filter: { tab: ${tab}, types: [${type}] }) { items { ${fields} } } }`)
    assert.deepEqual(errors, [])
    return (data['notifications'] as { readonly items: readonly Item[] }).items
  }
  const inputOf = (type: RuleType, more: string) =>
    `workCenterId: ${press.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS[type]}", targetAudience: USERS, identifiers: ["${api.users.ADMIN}"], ${more}`
  const addRule = async (type: RuleType, more: string) => {
    const { errors } = await api.ask(`mutation { createNotificationConfig(input: { ${inputOf(type, more)} }) { id } }`)
    return errors.map(({ extensions }) => [extensions.code, extensions.field])
  }

  it('tell a low battery once, again when it is half of the level, until it is charged', async () => {
    assert.deepEqual(await addRule('BATTERY_LOW', 'targetValue: 30'), [])
    const level = (at: number) => ({ BATTERY_LEVEL: at < 35 ? 31 : at < 45 ? 29 : at < 60 ? 14 : 33 })
    await pass(40, level)
    const [low, ...others] = await inbox('BATTERY_LOW')
    assert.deepEqual([others.length, low?.severity, low?.value, low?.target], [0, 'WARNING', 29, 30])
    assert.equal(low?.since, new Date(minute(35)).toISOString())
    await pass(50, level)
    const [worse] = await inbox('BATTERY_LOW')
    assert.deepEqual([worse?.id, worse?.severity, worse?.value], [low.id, 'URGENT', 14])
    await pass(55, (at) => ({ ...level(at), CHARGING_STATUS: at < 53 ? 0 : 1 }))
    const [over] = await inbox('BATTERY_LOW', 'HISTORY')
    assert.deepEqual([over?.id, over?.state, over?.until], [low.id, 'RESOLVED', new Date(minute(53)).toISOString()])
    assert.equal((await inbox('BATTERY_LOW')).length, 0)
  })

  it('tell a lost phase after the minutes of the rule', async () => {
    assert.deepEqual(await addRule('DE_PHASING', 'duration: 2'), [])
    const phases = (at: number) => ({ ELECTRIC_CURRENT_A: 40, ELECTRIC_CURRENT_B: 41, ELECTRIC_CURRENT_C: at < 58 ? 39 : 12 })
    await pass(59, phases)
    assert.deepEqual(await inbox('DE_PHASING'), [])
    await pass(62, phases)
    const [lost] = await inbox('DE_PHASING')
    assert.deepEqual([lost?.since, lost?.target], [new Date(minute(58)).toISOString(), 40])
    assert.equal(Math.round(lost?.value ?? 0), 29)
  })

  it('tell entries of one reason that were refused five times in ten minutes, each reason for itself', async () => {
    const refuse = (reason: string, ...at: readonly number[]) =>
      api.database.pool.query(
        `insert into quarantine (company_id, device_id, received_at, reason, detail) select $1, $2, at, $3, '' from unnest($4::int8[]) at`,
        [ACME, press.deviceId, reason, at.map(minute)],
      )
    await refuse('TOO_LARGE', 62, 62, 63, 63)
    await refuse('BAD_VALUE', 62, 63)
    clock.now = minute(64)
    await kept.run()
    assert.deepEqual(await inbox('CONNECTION_ERROR'), [])
    await refuse('TOO_LARGE', 64)
    clock.now = minute(65)
    await kept.run()
    const [refused, ...others] = await inbox('CONNECTION_ERROR')
    assert.deepEqual([others.length, refused?.cause, refused?.value], [0, 'TOO_LARGE', 5])
    await refuse('BAD_VALUE', 65, 65, 65)
    clock.now = minute(66)
    await kept.run()
    assert.deepEqual(new Set((await inbox('CONNECTION_ERROR')).map(({ cause }) => cause)), new Set(['BAD_VALUE', 'TOO_LARGE']))
    clock.now = minute(97)
    await kept.run()
    assert.deepEqual(await inbox('CONNECTION_ERROR'), [])
  })

  it('judge a day at the time of sending, and not before its last shift is over', async () => {
    assert.deepEqual(
      await addRule('TARGET_VALUE', 'mode: AVAILABILITY, comparisonType: GREATER, targetValue: 1, periodType: DAY, timeOfSending: "25:00"'),
      [['INVALID_FORMAT', 'timeOfSending']],
    )
    const rule = 'mode: AVAILABILITY, comparisonType: GREATER, targetValue: 1, periodType: DAY, timeOfSending: "06:00"'
    assert.deepEqual(await addRule('TARGET_VALUE', rule), [])
    const listed = await api.ask(`{ notificationConfigs(workCenterIds: [${press.workCenterId}]) { type periodType timeOfSending } }`)
    assert.ok(JSON.stringify(listed.data).includes('"periodType":"DAY","timeOfSending":"06:00"'))
    await pass(24 * 60 + 2)
    assert.deepEqual(await inbox('TARGET_VALUE'), [])
    await pass(24 * 60 + 6)
    const [day, ...others] = await inbox('TARGET_VALUE')
    assert.deepEqual([others.length, day?.periodType, day?.since], [0, 'DAY', new Date(START).toISOString()])
  })

  it('are tried on the past by the same functions', async () => {
    const query = (input: string, days = 2) =>
      api.ask(`{ previewNotificationConfig(input: { ${input} }, days: ${days}) { episodes { since dueAt isAtNight } atNight medianMinutes
        people { user { email } copies messages } } }`)
    const { data, errors } = await query(inputOf('BATTERY_LOW', 'targetValue: 30'))
    assert.deepEqual(errors, [])
    const preview = data['previewNotificationConfig'] as {
      readonly episodes: readonly { readonly since: string }[]
      readonly people: unknown
    }
    assert.deepEqual(
      preview.episodes.map(({ since }) => since),
      [new Date(minute(35)).toISOString()],
    )
    assert.deepEqual(preview.people, [{ user: { email: 'admin@test.example' }, copies: 1, messages: 1 }])
    const wrong = await query(inputOf('BATTERY_LOW', 'targetValue: 96'))
    assert.deepEqual([wrong.errors[0]?.extensions.code, wrong.errors[0]?.extensions.field], ['VALUE_OUT_OF_RANGE', 'targetValue'])
    for (const [input, days] of [
      [inputOf('BATTERY_LOW', 'targetValue: 30'), 15],
      [inputOf('STATUS_DURATION', 'duration: 5'), 32],
    ] as const) {
      const long = await query(input, days)
      const { code, field, params } = long.errors[0]?.extensions ?? {}
      assert.deepEqual([code, field, params], ['VALUE_OUT_OF_RANGE', 'days', { value: days, min: 1, max: days - 1 }])
    }
    const usual = await api.ask(`{ previewNotificationConfig(input: { ${inputOf('BATTERY_LOW', 'targetValue: 30')} }) { start end } }`)
    const period = usual.data['previewNotificationConfig'] as { readonly start: string; readonly end: string }
    assert.equal(Date.parse(period.end) - Date.parse(period.start), 14 * DAY_MS)
    const foreign = await api.ask(`{ previewNotificationConfig(input: { ${inputOf('BATTERY_LOW', 'targetValue: 30')} }) { atNight } }`, {
      as: api.stranger,
    })
    assert.equal(foreign.errors[0]?.extensions.code, 'WORK_CENTER_NOT_FOUND')
  })

  it('are sent to nobody any more once they came and went three times in half an hour, and tell who was sent what', async () => {
    const from = sent
    const level = (at: number) => (at < from + 10 && at % 2 === from % 2 ? 20 : 36)
    // It was plugged in until clock.now.
    await pass(from + 12, (at) => ({ BATTERY_LEVEL: level(at), ...(at === from && { CHARGING_STATUS: 0 }) }))
    const { data, errors } = await api.ask(
      '{ notifications(filter: { tab: HISTORY, types: [BATTERY_LOW] }, size: 5) { items { id since heldBy } } }',
    )
    assert.deepEqual(errors, [])
    const { items } = data['notifications'] as {
      readonly items: readonly { readonly id: string; readonly since: string; readonly heldBy: string | null }[]
    }
    const ascending = items.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
    assert.deepEqual(
      ascending.map(({ heldBy }) => heldBy),
      [null, null, null, 'CAP', 'CAP'],
    )
    const sentOf = async (id: string) => {
      const answer = await api.ask(`{ notificationDeliveries(id: "${id}") { user { email } channel state heldBy step } }`)
      assert.deepEqual(answer.errors, [])
      return answer.data['notificationDeliveries']
    }
    const user = { email: 'admin@test.example' }
    assert.deepEqual(await sentOf(ascending[0]?.id ?? ''), [
      { user, channel: 'INBOX', state: 'UNREAD', heldBy: null, step: 0 },
      { user, channel: 'EMAIL', state: 'QUEUED', heldBy: null, step: 0 },
    ])
    assert.deepEqual(await sentOf(ascending[4]?.id ?? ''), [{ user, channel: 'INBOX', state: 'UNREAD', heldBy: 'CAP', step: 0 }])
    const foreign = await api.ask(`{ notificationDeliveries(id: "${ascending[0]?.id ?? ''}") { step } }`, { as: api.stranger })
    assert.equal(foreign.errors[0]?.extensions.code, 'NOTIFICATION_NOT_FOUND')
  })

  it('are sent when what came and went stays, those of later steps in their turn', async () => {
    const { USER, GUEST } = api.users
    const further = `identifiers: ["${USER}"], steps: [{ afterMinutes: 10, targetAudience: USERS, identifiers: ["${GUEST}"] }]`
    const input = inputOf('BATTERY_LOW', 'targetValue: 30').replace(/identifiers: .*?\],/, `${further},`)
    const made = await api.ask(`mutation { createNotificationConfig(input: { ${input} }) { id } }`)
    assert.deepEqual(made.errors, [])
    const from = sent
    const sentLater = async () => {
      const { rows } = await api.database.pool.query<{ email: string; channel: string }>(
        `select u.email, t.channel from (
           select notification_id, user_id, 'INBOX' as channel, fired_at as at from notification_receipt
           union all select notification_id, user_id, channel, queued_at from notification_delivery) t
         join notification n on n.id = t.notification_id join app_user u on u.id = t.user_id
         where n.type = 'BATTERY_LOW' and n.since = $1 order by t.at, u.email, t.channel desc`,
        [minute(from)],
      )
      return rows.map(({ email, channel }) => `${email.replace('@test.example', '')} ${channel}`)
    }
    const low = () => ({ BATTERY_LEVEL: 20 })
    await pass(from + 2, low)
    assert.deepEqual(await sentLater(), ['admin INBOX', 'user INBOX'])
    await pass(from + 14, low)
    assert.deepEqual(await sentLater(), ['admin INBOX', 'user INBOX', 'guest INBOX', 'guest EMAIL'])
    await pass(from + 29, low)
    assert.equal((await sentLater()).length, 4)
    await pass(from + 32, low)
    const all = ['admin INBOX', 'user INBOX', 'guest INBOX', 'guest EMAIL', 'admin EMAIL', 'user EMAIL']
    assert.deepEqual(await sentLater(), all)
    await pass(from + 34, (at) => ({ BATTERY_LEVEL: at < from + 33 ? 20 : 36 }))
    assert.deepEqual(await sentLater(), all)
    const { id } = made.data['createNotificationConfig'] as { readonly id: string }
    await api.ask(`mutation { deleteNotificationConfig(notificationConfigId: "${id}") }`)
    await kept.run()
  })

  it('show uneven phases after ten minutes to whom the rule tells a lost one, and send them to nobody', async () => {
    const channel = '{ type: DE_PHASING, emailFrom: INFO, pushFrom: INFO }'
    const wanted = await api.ask(
      `mutation { updateNotificationPreferences(input: { channels: [${channel}], urgentPierces: true }) { urgentPierces } }`,
    )
    assert.deepEqual(wanted.errors, [])
    const from = sent
    const phases = (at: number) => ({ ELECTRIC_CURRENT_A: 40, ELECTRIC_CURRENT_B: 40, ELECTRIC_CURRENT_C: at < from + 14 ? 24 : 39 })
    const uneven = async (tab?: string) => (await inbox('DE_PHASING', tab)).filter(({ cause }) => cause === 'UNBALANCE')
    await pass(from + 9, phases)
    assert.deepEqual(await uneven(), [])
    await pass(from + 12, phases)
    const [shown, ...others] = await uneven()
    assert.deepEqual([others, shown?.severity, shown?.value, shown?.target], [[], 'INFO', 60, 70])
    assert.equal(shown?.since, new Date(minute(from)).toISOString())
    const told = await api.ask(`{ notificationDeliveries(id: "${shown.id}") { user { email } channel state heldBy step } }`)
    const user = { email: 'admin@test.example' }
    assert.deepEqual(told.data['notificationDeliveries'], [{ user, channel: 'INBOX', state: 'UNREAD', heldBy: null, step: 0 }])
    await pass(from + 16, phases)
    assert.deepEqual(await uneven(), [])
    const [over] = await uneven('HISTORY')
    assert.deepEqual([over?.id, over?.state, over?.until], [shown.id, 'RESOLVED', new Date(minute(from + 14)).toISOString()])
  })

  it('hold what the battery told hours ago: one that charges since then is not low', async () => {
    const from = sent
    const low = (at: number) => (at === from ? { CHARGING_STATUS: 1 } : at < from + 185 ? {} : { BATTERY_LEVEL: 12 })
    await pass(from + 190, low)
    assert.deepEqual(await inbox('BATTERY_LOW'), [])
    await pass(from + 193, (at) => ({ BATTERY_LEVEL: 12, ...(at === from + 191 && { CHARGING_STATUS: 0 }) }))
    const [found] = await inbox('BATTERY_LOW')
    assert.deepEqual([found?.since, found?.value], [new Date(minute(from + 191)).toISOString(), 12])
    await pass(from + 196, (at) => ({ CHARGING_STATUS: at < from + 194 ? 0 : 1 }))
    assert.deepEqual(await inbox('BATTERY_LOW'), [])
  })

  it('are read by looking at them', async () => {
    const ids = [...(await inbox('DE_PHASING')), ...(await inbox('DE_PHASING', 'HISTORY')), ...(await inbox('TARGET_VALUE'))].map(
      ({ id }) => id,
    )
    const counts = async () =>
      ((await api.ask('{ notificationCounts { unread } }')).data['notificationCounts'] as { readonly unread: number }).unread
    const unread = await counts()
    assert.ok(unread > 0)
    const text = 'mutation ($ids: [Guid!]!) { readNotifications(ids: $ids) }'
    const foreign = await api.ask(text, { as: 'USER', variables: { ids } })
    assert.equal(foreign.data['readNotifications'], 0)
    const { data } = await api.ask(text, { variables: { ids } })
    assert.equal(data['readNotifications'], ids.length)
    assert.ok((await counts()) < unread)
    const many = await api.ask(text, { variables: { ids: Array.from({ length: 1001 }, () => ids[0]) } })
    assert.deepEqual([many.errors[0]?.extensions.code, many.errors[0]?.extensions.field], ['VALUE_OUT_OF_RANGE', 'ids'])
  })

  it('have at most so many rules at one work center', async () => {
    await api.database.pool.query(
      `insert into notification_config (company_id, work_center_id, type, mode, duration_minutes, target_audience, counts_from, is_active)
       select $1, $2, 'STATUS_DURATION', 'STOP', n, 'ROLES', 0, false from generate_series(1, $3) n`,
      [ACME, press.workCenterId, RULE_LIMITS.perWorkCenter],
    )
    assert.deepEqual(await addRule('WORK_CENTER_OFF', 'duration: 7'), [['NOTIFICATION_RULES_LIMIT', undefined]])
  })

  it('are deleted when they were over for long, and not before', async () => {
    const [over] = await inbox('BATTERY_LOW', 'HISTORY')
    const left = async () => (await inbox('BATTERY_LOW', 'HISTORY')).length
    const until = Date.parse(over?.until ?? '')
    await deleteOldNotifications(api.database, until + KEPT_DAYS * DAY_MS)
    assert.equal(await left(), 1)
    assert.ok((await deleteOldNotifications(api.database, until + KEPT_DAYS * DAY_MS + 1)) >= 1)
    assert.equal(await left(), 0)
  })
})

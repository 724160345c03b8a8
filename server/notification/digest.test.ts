import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import type { MailingList } from '#server/mail/unsubscribe.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { endDigestMails, sendDueDigests } from './digest.service.ts'

describe('a summary of notifications', () => {
  // A Monday, 09:00 in Kyiv, the zone of the company.
  let now = DAY_START
  let api: TestApi
  let press: WorkCenterId
  let lathe: WorkCenterId

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = asId<WorkCenterId>(await addPress(api, 'Press'))
    lathe = asId<WorkCenterId>(await addPress(api, 'Lathe'))
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      lathe,
    ])
  })
  after(() => api.close())

  const change = async (input: string, as: 'OPERATOR' | 'USER' = 'USER') => {
    const { data, errors } = await api.ask(`mutation { updateNotificationDigest${input === '' ? '' : `(input: ${input})`} { every at } }`, {
      as,
    })
    return errors.length > 0 ? errors[0]?.extensions.code : data['updateNotificationDigest']
  }
  const tell = async (workCenterId: number, type: string, state: 'OPEN' | 'RESOLVED' | 'RETRACTED', people: readonly string[]) => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, until, due_at, fired_at, state, severity)
       values ($1, $2, $3, 'any', $4::int8, case when $5 = 'OPEN' then null else $4::int8 + 60000 end, $4, $4, $5, 'INFO') returning id`,
      [ACME, workCenterId, type, now, state],
    )
    for (const userId of people)
      await api.database.pool.query(
        'insert into notification_receipt (company_id, notification_id, user_id, step, fired_at, type) values ($1, $2, $3, 0, $4, $5)',
        [ACME, rows[0]?.id, userId, now, type],
      )
  }
  const failed: object[] = []
  type Sent = { readonly to: string; readonly lines: readonly string[] }
  const send = async (): Promise<readonly Sent[]> => {
    await api.database.pool.query('delete from email')
    await sendDueDigests({
      database: api.database,
      publicUrl: 'https://plant.example',
      emailLinks: { linkOf: ({ list }) => `link ${list}` },
      now: () => now,
      log: { error: (about: object) => void failed.push(about) },
    })
    const { rows } = await api.database.pool.query<{ to: string; text: string }>(
      `select recipient as "to", text_body as text from email where kind = 'NOTIFICATION_DIGEST' order by recipient`,
    )
    // Between the greeting and the button; what mail programs would take for a link is joined by a sign that is not seen.
    return rows.map(({ to, text }) => ({ to, lines: text.replaceAll('\u2060', '').split('\n\n').slice(1, -4) }))
  }

  it('comes at its time with what was told since, once, and says nothing where there is nothing', async () => {
    assert.equal(await change('{ every: DAY, at: "24:00" }'), 'INVALID_FORMAT')
    assert.deepEqual(await change('{ every: DAY, at: "11:00" }'), { every: 'DAY', at: '11:00' })
    assert.deepEqual(await change('{ every: WEEK, at: "08:00" }', 'OPERATOR'), { every: 'WEEK', at: '08:00' })
    await tell(press, 'STATUS_DURATION', 'RESOLVED', [api.users.USER, api.users.OPERATOR])
    await tell(press, 'STATUS_DURATION', 'OPEN', [api.users.USER])
    await tell(lathe, 'BATTERY_LOW', 'RESOLVED', [api.users.USER, api.users.OPERATOR])
    await tell(lathe, 'BATTERY_LOW', 'RETRACTED', [api.users.USER])
    now += HOUR_MS
    assert.deepEqual(await send(), [], 'before its time')
    now += HOUR_MS
    const [mine, ...others] = await send()
    assert.deepEqual(others, [])
    assert.equal(mine?.to, 'user@test.example')
    assert.deepEqual(mine?.lines, [
      'In ACME1 Works, notifications to you since 09:00: 3.',
      'Stopped – 2 (Press 2)',
      'The battery is low – 1 (Lathe 1)',
      'Still open: 1.',
      'Nobody takes care of: 1.',
    ])
    assert.deepEqual(await send(), [], 'once')
    // The next day only what still goes on.
    now += DAY_MS
    const [next] = await send()
    assert.deepEqual(next?.lines.slice(1), ['Still open: 1.', 'Nobody takes care of: 1.'])
    await api.database.pool.query(`update notification set state = 'RESOLVED', until = since + 60000 where state = 'OPEN'`)
    now += DAY_MS
    assert.deepEqual(await send(), [])
    // That of the week, on the next Monday, of the machines that the person sees.
    now = DAY_START + 7 * DAY_MS - 30 * MINUTE_MS
    const [weekly] = await send()
    assert.equal(weekly?.to, 'operator@test.example')
    assert.deepEqual(weekly?.lines.slice(1), ['The battery is low – 1 (Lathe 1)'])
  })

  it('is not sent in a pause, and the next one tells of it', async () => {
    await change('{ every: DAY, at: "11:00" }')
    const { pool } = api.database
    await tell(press, 'DE_PHASING', 'RESOLVED', [api.users.USER])
    await pool.query(
      `insert into notification_preference (company_id, user_id, emails, paused_until) values ($1, $2, '{}', to_timestamp($3::float8 / 1000))`,
      [ACME, api.users.USER, now + DAY_MS + MINUTE_MS],
    )
    now += DAY_MS
    assert.deepEqual(await send(), [])
    now += DAY_MS
    assert.deepEqual(
      (await send()).map(({ lines }) => lines[1]),
      ['A phase is missing – 1 (Press 1)'],
    )
  })

  it('leaves out what the person put away, and what was told before but goes on is counted once', async () => {
    await tell(press, 'DE_PHASING', 'RESOLVED', [api.users.USER])
    await tell(press, 'STATUS_DURATION', 'OPEN', [api.users.USER])
    await api.database.pool.query(`update notification_receipt set archived_at = fired_at where type = 'DE_PHASING'`)
    now += DAY_MS
    assert.deepEqual(
      (await send()).map(({ lines }) => lines.slice(1)),
      [['Stopped – 1 (Press 1)', 'Still open: 1.', 'Nobody takes care of: 1.']],
    )
    now += DAY_MS
    assert.deepEqual(
      (await send()).map(({ lines }) => lines.slice(1)),
      [['Still open: 1.', 'Nobody takes care of: 1.']],
    )
    await api.database.pool.query(`update notification set state = 'RESOLVED', until = since + 60000 where state = 'OPEN'`)
  })

  it('that cannot be made keeps no other waiting, and is tried again an hour later', async () => {
    await change('{ every: DAY, at: "08:00" }', 'OPERATOR')
    await tell(lathe, 'BATTERY_LOW', 'RESOLVED', [api.users.USER, api.users.OPERATOR])
    now += DAY_MS
    const { pool } = api.database
    await pool.query(`update notification_digest set next_on = to_timestamp($1::float8 / 1000) - interval '2 days' where user_id = $2`, [
      now,
      api.users.OPERATOR,
    ])
    await pool.query(`update app_user set time_zone = 'Mars/Olympus' where id = $1`, [api.users.OPERATOR])
    const toWhom = async () => (await send()).map(({ to }) => to)
    assert.deepEqual(await toWhom(), ['user@test.example'])
    assert.deepEqual(
      failed.map((about) => ('userId' in about ? about.userId : null)),
      [api.users.OPERATOR],
    )
    await pool.query('update app_user set time_zone = null where id = $1', [api.users.OPERATOR])
    now += HOUR_MS - MINUTE_MS
    assert.deepEqual(await toWhom(), [])
    now += MINUTE_MS
    assert.deepEqual(await toWhom(), ['operator@test.example'])
    await change('', 'OPERATOR')
  })

  it('ends by the link in it, comes again by it, and ends with the membership', async () => {
    let list: MailingList | undefined
    endDigestMails({ handle: (_name, by) => void (list = by) }, api.database, () => now)
    const from = { list: 'NOTIFICATION_DIGEST', companyId: ACME, key: 'NOTIFICATION_DIGEST', userId: api.users.USER }
    const stored = async () => (await api.ask('{ notificationDigest { every } }', { as: 'USER' })).data['notificationDigest']
    assert.equal((await list?.name(from))?.name, 'Summary of notifications')
    assert.deepEqual(await stored(), { every: 'DAY' })
    await list?.leave(from)
    assert.equal(await stored(), null)
    now += 12 * HOUR_MS
    await tell(press, 'DE_PHASING', 'RESOLVED', [api.users.USER])
    now += MINUTE_MS
    assert.deepEqual(await send(), [])
    await list?.comeBack(from)
    assert.equal((await send()).length, 1)
    // After more than one was left out it begins anew, at its time.
    await list?.leave(from)
    now += DAY_MS
    await tell(press, 'DE_PHASING', 'RESOLVED', [api.users.USER])
    now += MINUTE_MS
    await list?.comeBack(from)
    assert.deepEqual(await stored(), { every: 'DAY' })
    assert.deepEqual(await send(), [])
    await tell(lathe, 'BATTERY_LOW', 'RESOLVED', [api.users.USER])
    now += DAY_MS
    assert.deepEqual(
      (await send()).map(({ lines }) => lines.slice(1)),
      [['The battery is low – 1 (Lathe 1)']],
    )
    assert.equal(await list?.name({ ...from, userId: api.users.GUEST }), null)
    now += DAY_MS
    await tell(press, 'DE_PHASING', 'RESOLVED', [api.users.USER])
    await api.database.pool.query("update membership set expires_on = now() - interval '1 hour' where company_id = $1 and user_id = $2", [
      ACME,
      api.users.USER,
    ])
    assert.deepEqual(await send(), [])
    const { rows } = await api.database.pool.query('select from notification_digest where user_id = $1', [api.users.USER])
    assert.equal(rows.length, 0)
  })
})

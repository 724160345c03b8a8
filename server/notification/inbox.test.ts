import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { putCopy } from './testing.ts'
import { withDetails } from './toldDetails.store.ts'

type Role = 'GUEST' | 'OPERATOR' | 'USER'
type Item = { readonly id: string; readonly severity: string; readonly shiftEnd: string | null }

describe('an inbox', () => {
  const start = DAY_START + HOUR_MS
  let now = start
  let api: TestApi
  let press: WorkCenterId
  let lathe: WorkCenterId

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = asId<WorkCenterId>(await addPress(api, 'Press'))
    lathe = asId<WorkCenterId>(await addPress(api, 'Lathe'))
    await addShift(api, press)
    const { pool } = api.database
    await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      lathe,
    ])
  })
  after(() => api.close())
  beforeEach(async () => {
    now = start
    await api.database.pool.query('delete from notification')
  })

  /** Stores a notification that a person is told now. */
  const tell = async (workCenterId: number, severity: string, until: number | null = null) => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, until, due_at, fired_at, state, severity, params)
       values ($1, $2, 'STATUS_DURATION', 'any', $3, $5, $3, $3, case when $5::int8 is null then 'OPEN' else 'RESOLVED' end, $4,
         '{"status": "Idle"}') returning id`,
      [ACME, workCenterId, now, severity, until],
    )
    const id = rows[0]?.id ?? ''
    await putCopy(api, { notificationId: id, userId: api.users.USER, at: now })
    return id
  }
  const ask = async (query: string, as: Role = 'USER') => {
    const { data, errors } = await api.ask(query, { as })
    assert.deepEqual(errors, [])
    return data
  }

  it('shows what has a severity, and until when the shift of the machine lasts', async () => {
    const [urgent] = [await tell(press, 'URGENT'), await tell(lathe, 'WARNING'), await tell(press, 'INFO')]
    const shown = async (filter: string) => {
      const { notifications } = await ask(`{ notifications(filter: { ${filter} }) { items { id severity shiftEnd } } }`)
      return (notifications as { readonly items: readonly Item[] }).items
    }
    const shiftEnd = new Date(DAY_START + 8 * HOUR_MS).toISOString()
    assert.deepEqual(await shown('severities: [URGENT]'), [{ id: urgent, severity: 'URGENT', shiftEnd }])
    assert.deepEqual(
      (await shown('severities: [URGENT, WARNING]')).map(({ severity, shiftEnd: end }) => [severity, end]),
      [
        ['WARNING', null],
        ['URGENT', shiftEnd],
      ],
    )
    assert.equal((await shown('')).length, 3)
  })

  it('counts and shows what nobody takes care of, however much of the newest is taken', async () => {
    const [first, second] = [await tell(press, 'URGENT'), await tell(lathe, 'URGENT')]
    await ask(`mutation { acknowledgeNotification(id: "${second}") { id } }`)
    const shown = async (filter: string) => {
      const { notifications } = await ask(`{ notifications(filter: { ${filter} }, size: 1) { totalItems items { id } } }`)
      return notifications
    }
    assert.deepEqual(await shown('isAcknowledged: false'), { totalItems: 1, items: [{ id: first }] })
    assert.deepEqual(await shown('isAcknowledged: true'), { totalItems: 1, items: [{ id: second }] })
    assert.equal(((await shown('')) as { readonly totalItems: number }).totalItems, 2)
  })

  it('leads to the stop that it is about, those who may read losses: the piece of now, or the last one', async () => {
    const early = await addLoss(api, press, [30, 60])
    const late = await addLoss(api, press, [60, 90])
    now = start - 30 * MINUTE_MS
    const id = await tell(press, 'WARNING')
    const lossOf = async (as: Role = 'USER') =>
      ((await ask(`{ notification(id: "${id}") { lossId } }`, as))['notification'] as { readonly lossId: number | null }).lossId
    assert.equal(await lossOf(), early)
    now = start + MINUTE_MS
    assert.equal(await lossOf(), late)
    // Nothing goes on any more, though nobody has found it out yet.
    now = start + HOUR_MS
    assert.equal(await lossOf(), early)
    await api.database.pool.query(`update notification set state = 'RESOLVED', until = $1`, [start + 30 * MINUTE_MS])
    assert.equal(await lossOf(), late)
  })

  it('is where work may be asked for, once while that is open, with the machine of the notification', async () => {
    const id = await tell(press, 'WARNING')
    const request = (as: Role, more = '') =>
      api.ask(
        `mutation { createWorkRequest(input: { content: "Look at it", notificationId: "${id}" ${more} }) { id reported workCenter { id } } }`,
        { as },
      )
    const made = (await request('USER', `workCenterId: ${lathe}`)).data['createWorkRequest'] as { readonly id: number }
    assert.deepEqual(made, { id: made.id, reported: 1, workCenter: { id: press } })
    assert.deepEqual((await request('USER')).data['createWorkRequest'], { ...made, reported: 2 })
    const { rows } = await api.database.pool.query('select source, subject from work_request where id = $1', [made.id])
    assert.deepEqual(rows, [{ source: 'NOTIFICATION', subject: `notification/${id}` }])
    const { code, field } = (await request('OPERATOR')).errors[0]?.extensions ?? {}
    assert.deepEqual([code, field], ['NOTIFICATION_NOT_FOUND', 'notificationId'])
  })

  it('is no place to ask for work because of what nobody mends at the machine', async () => {
    const id = await tell(press, 'WARNING')
    await api.database.pool.query(`update notification set type = 'TARGET_VALUE' where id = $1`, [id])
    const { errors } = await api.ask(`mutation { createWorkRequest(input: { content: "Look", notificationId: "${id}" }) { id } }`, {
      as: 'USER',
    })
    const { code, field } = errors[0]?.extensions ?? {}
    assert.deepEqual([code, field], ['INVALID_FORMAT', 'notificationId'])
  })

  it('counts what nobody has taken care of for ten minutes, whoever was told, at machines that the person may see', async () => {
    const [urgent] = [await tell(press, 'URGENT'), await tell(lathe, 'WARNING'), await tell(press, 'INFO')]
    const waiting = async (as: Role = 'GUEST', args = '') =>
      ((await ask(`{ notificationCounts { waiting${args} } }`, as))['notificationCounts'] as { readonly waiting: number }).waiting
    now = start + 10 * MINUTE_MS - 1
    assert.equal(await waiting(), 0)
    now = start + 10 * MINUTE_MS
    assert.equal(await waiting(), 2)
    assert.equal(await waiting('OPERATOR'), 1)
    assert.equal(await waiting('GUEST', `(workCenterIds: [${press}])`), 1)
    assert.equal(await waiting('OPERATOR', `(workCenterIds: [${press}])`), 0)
    await ask(`mutation { acknowledgeNotification(id: "${urgent}") { id } }`)
    assert.equal(await waiting(), 1)
    await api.database.pool.query(`update notification set state = 'RESOLVED', until = $1`, [now])
    assert.equal(await waiting(), 0)
  })

  /** What is shown as one, and what each for itself. */
  const grouped = async (filter = '', as: Role = 'USER') => {
    const group = 'kind open severity unread longerDuration workCenters { name } ids'
    const text = `{ notificationGroups(filter: { ${filter} }) { ${group} }
      notifications(filter: { isGrouped: false, ${filter} }) { totalItems items { id } } }`
    const { notificationGroups, notifications } = await ask(text, as)
    return {
      groups: notificationGroups as readonly { readonly kind: string; readonly open: number; readonly ids: readonly string[] }[],
      singles: (notifications as { readonly items: readonly { readonly id: string }[] }).items.map(({ id }) => id),
    }
  }

  it('shows machines that stand at once as one, as far as the filter shows them, to their person only', async () => {
    const others = []
    for (const name of ['Saw', 'Mill', 'Drill']) others.push(await addPress(api, name))
    const ids = []
    for (const id of [press, lathe, ...others]) ids.push(await tell(id, id === press ? 'URGENT' : 'WARNING'))
    now += 20 * MINUTE_MS
    const late = await tell(press, 'INFO')
    await api.database.pool.query(`update notification set type = 'BATTERY_LOW' where id = $1`, [late])
    await api.database.pool.query(`update notification_receipt set type = 'BATTERY_LOW' where notification_id = $1`, [late])
    const { groups, singles } = await grouped()
    const [cause] = groups
    const names = ['Press', 'Lathe', 'Saw', 'Mill', 'Drill'].toSorted().map((name) => ({ name }))
    assert.deepEqual(
      { ...cause, ids: cause?.ids.toSorted(), workCenters: names },
      {
        kind: 'CAUSE',
        open: 5,
        severity: 'URGENT',
        unread: 5,
        longerDuration: null,
        workCenters: names,
        ids: ids.toSorted(),
      },
    )
    assert.deepEqual([groups.length, singles], [1, [late]])
    const narrowed = await grouped(`workCenterIds: [${press}, ${lathe}]`)
    assert.deepEqual([narrowed.groups, narrowed.singles.length], [[], 3])
    assert.deepEqual((await grouped('', 'GUEST')).groups, [])
    const all = await ask(`{ notifications(filter: { tab: ALL, ids: ["${late}"] }) { items { id } } }`)
    assert.deepEqual(all['notifications'], { items: [{ id: late }] })
  })

  it('shows what comes and goes as one, also when it is over, until it is put away', async () => {
    const ids: string[] = []
    for (let time = 0; time < 4; time += 1) {
      ids.unshift(await tell(press, 'WARNING', time === 3 ? null : now + MINUTE_MS))
      now += 4 * MINUTE_MS
    }
    const { groups, singles } = await grouped()
    assert.deepEqual(
      groups.map(({ kind, open, ids: own }) => ({ kind, open, ids: own })),
      [{ kind: 'FLAPPING', open: 1, ids }],
    )
    assert.deepEqual(singles, [])
    await ask(`mutation { archiveNotifications(ids: [${ids.map((id) => `"${id}"`).join()}]) }`)
    assert.deepEqual(await grouped(), { groups: [], singles: [] })
  })

  it('shows unbalanced phases that come and go together with those of now', async () => {
    const ids: string[] = []
    for (let time = 0; time < 5; time += 1) {
      ids.unshift(await tell(press, 'INFO', time === 4 ? null : now + MINUTE_MS))
      now += 4 * MINUTE_MS
    }
    await api.database.pool.query(`update notification set type = 'DE_PHASING', params = params || '{"mode":"UNBALANCE"}'`)
    await api.database.pool.query(`update notification_receipt set type = 'DE_PHASING'`)
    const { groups, singles } = await grouped()
    assert.deepEqual(
      [groups.map(({ kind, open, ids: own }) => ({ kind, open, ids: own })), singles],
      [[{ kind: 'FLAPPING', open: 1, ids }], []],
    )
  })

  it('lets somebody take several at once, as far as nobody has them and they see the machine, and count as unseen what they saw', async () => {
    const [free, taken, over] = [await tell(press, 'URGENT'), await tell(lathe, 'URGENT'), await tell(press, 'INFO', now + 1)]
    await api.database.pool.query('update notification set acknowledged_by = $2, acknowledged_at = $3 where id = $1', [
      taken,
      api.users.ADMIN,
      now,
    ])
    const list = `ids: ["${free}", "${taken}", "${over}"]`
    assert.equal((await ask(`mutation { acknowledgeNotifications(${list}) }`, 'GUEST'))['acknowledgeNotifications'], 0)
    assert.equal((await ask(`mutation { acknowledgeNotifications(${list}) }`))['acknowledgeNotifications'], 1)
    const read = async (isRead: boolean) => {
      const { notifications } = await ask(`{ notifications(filter: { tab: ALL, isRead: ${isRead} }) { items { id } } }`)
      return (notifications as { readonly items: readonly { readonly id: string }[] }).items.map(({ id }) => id).toSorted()
    }
    assert.deepEqual(await read(true), [free])
    assert.equal((await ask(`mutation { readNotifications(${list}) }`))['readNotifications'], 3)
    assert.deepEqual(await read(false), [])
    assert.equal((await ask(`mutation { readNotifications(ids: ["${over}"], isRead: false) }`))['readNotifications'], 1)
    assert.deepEqual(await read(false), [over])
    const resolved = await ask('{ notifications(filter: { tab: HISTORY, states: [RESOLVED] }) { items { id } } }')
    assert.deepEqual(resolved['notifications'], { items: [{ id: over }] })
    const many = Array.from({ length: 1001 }, () => `"${free}"`).join()
    for (const text of [
      `mutation { acknowledgeNotifications(ids: [${many}]) }`,
      `{ notifications(filter: { ids: [${many}] }) { totalItems } }`,
    ]) {
      const { code, field } = (await api.ask(text, { as: 'USER' })).errors[0]?.extensions ?? {}
      assert.deepEqual([code, field], ['VALUE_OUT_OF_RANGE', 'ids'])
    }
  })

  it('has again what a person put away or off, once it became more severe', async () => {
    const ids = [await tell(press, 'WARNING'), await tell(lathe, 'WARNING')]
    await ask(`mutation { archiveNotifications(ids: ["${ids[0]}"]) }`)
    await ask(`mutation { snoozeNotification(id: "${ids[1]}", until: "${new Date(now + HOUR_MS).toISOString()}") { id } }`)
    const open = async () => {
      const { notifications, notificationCounts } = await ask('{ notifications { items { id } } notificationCounts { open unread } }')
      return [(notifications as { readonly items: readonly Item[] }).items.map(({ id }) => id).toSorted(), notificationCounts]
    }
    assert.deepEqual(await open(), [[], { open: 0, unread: 0 }])
    for (const isNews of [false, true]) {
      for (const id of ids) await putCopy(api, { notificationId: id, userId: api.users.USER, at: now, step: 1 }, { isNews })
      assert.deepEqual(await open(), isNews ? [ids.toSorted(), { open: 2, unread: 2 }] : [[], { open: 0, unread: 0 }])
    }
  })

  it('is taken care of at a station by the person who works there, whom the others see (domain.md S-37)', async () => {
    const { pool } = api.database
    const people = await pool.query<{ id: string }>(
      `with made as (insert into app_user (email, first_name, last_name, email_verified_on)
         select name || '@acme.example', name, 'Person', now() from unnest(array['anna', 'station', 'zoe']) as name returning id, first_name)
       , members as (insert into membership (company_id, user_id, role, is_station)
         select $1, id, 'OPERATOR', first_name = 'station' from made)
       select id from made order by first_name`,
      [ACME],
    )
    const [anna, station, zoe] = people.rows.map(({ id }) => asId<UserId>(id))
    assert.ok(anna && station && zoe)
    await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) select $1, unnest($2::uuid[]), $3', [
      ACME,
      [anna, station],
      lathe,
    ])
    const atStation = async (query: string, acting: string | null) =>
      api.post(JSON.stringify({ query }), {
        authorization: `Bearer ${await api.token(station)}`,
        'x-schema-code': ACME,
        ...(acting !== null && { 'x-acting-user': acting }),
      })
    const tellStation = async (at = lathe) => {
      const id = await tell(at, 'URGENT')
      await putCopy(api, { notificationId: id, userId: station, at: now })
      return id
    }
    const [one, two] = [await tellStation(), await tellStation()]
    const take = `mutation { acknowledgeNotification(id: "${one}") { readAt acknowledgedBy { id firstName } } }`
    const takeMany = `mutation { acknowledgeNotifications(ids: ["${two}"]) }`
    for (const query of [take, takeMany])
      assert.equal((await atStation(query, zoe)).errors[0]?.extensions.code, 'NOT_ASSIGNED', 'Zoe does not work there')
    const taken = await atStation(take, anna)
    assert.deepEqual(taken.errors, [])
    assert.deepEqual(taken.data['acknowledgeNotification'], {
      readAt: new Date(now).toISOString(),
      acknowledgedBy: { id: anna, firstName: 'anna' },
    })
    assert.deepEqual((await atStation(takeMany, anna)).data['acknowledgeNotifications'], 1)
    const { notification } = await ask(`{ notification(id: "${two}") { acknowledgedBy { id } } }`)
    assert.deepEqual(notification, { acknowledgedBy: { id: anna } })
    await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [ACME, station, press])
    const [ours, others] = [await tellStation(), await tellStation(press)]
    const takeBoth = await atStation(`mutation { acknowledgeNotifications(ids: ["${ours}", "${others}"]) }`, anna)
    assert.deepEqual([takeBoth.errors, takeBoth.data], [[], { acknowledgeNotifications: 1 }], 'Anna takes those of her machine')
    const left = await ask(`{ notification(id: "${others}") { acknowledgedBy { id } } }`)
    assert.deepEqual(left['notification'], { acknowledgedBy: null })
    const foreign = await atStation(`mutation { acknowledgeNotifications(ids: ["${others}"]) }`, anna)
    assert.equal(foreign.errors[0]?.extensions.code, 'NOT_ASSIGNED')
    const own = await tellStation()
    const nobody = await atStation(`mutation { acknowledgeNotification(id: "${own}") { acknowledgedBy { id } } }`, null)
    assert.deepEqual(nobody.data['acknowledgeNotification'], { acknowledgedBy: { id: station } })
  })

  it('has messages that name the orders and the reason of a stop, and what cost most of a period that missed its target', async () => {
    const { pool } = api.database
    const reasonOf = async (name: string) => {
      const { rows } = await pool.query<{ id: number }>(
        `insert into loss_reason (company_id, name, type) values ($1, $2, 'UNPLANNED') returning id`,
        [ACME, name],
      )
      return rows[0]?.id ?? 0
    }
    const [jam, tool] = [await reasonOf('Jam'), await reasonOf('Tool')]
    await addLoss(api, lathe, [100, 110], { reason_id: jam })
    await addLoss(api, lathe, [120, 150], { reason_id: tool })
    await addLoss(api, lathe, [160, 170], { reason_id: jam })
    const { rows } = await pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, work_center_id, status, plan_cycle_time_ms, plan_output, plan_start, plan_end)
       values ($1, 'JO-7', $2, 'PROGRESS', 4000, 5000, $3, $4) returning id`,
      [ACME, lathe, start, start + HOUR_MS],
    )
    await pool.query('insert into job_order_run (company_id, job_order_id, work_center_id, start_at) values ($1, $2, $3, $4)', [
      ACME,
      rows[0]?.id,
      lathe,
      start,
    ])
    const stop = await tell(lathe, 'WARNING')
    await pool.query(`update notification set params = jsonb_build_object('reasonId', $2::int) where id = $1`, [stop, jam])
    const missed = await tell(lathe, 'WARNING')
    await pool.query(`update notification set type = 'TARGET_VALUE', since = $2, due_at = $3 where id = $1`, [
      missed,
      DAY_START,
      DAY_START + 8 * HOUR_MS,
    ])
    // That of a day is judged in the morning after it: what broke down by then is none of its time.
    const day = await tell(lathe, 'WARNING')
    const later = DAY_START + 24 * HOUR_MS
    const shiftId = await addShift(api, lathe)
    await addShift(api, lathe, { start: later, date: '2026-05-05' })
    await addLoss(api, lathe, [1445, 1545], { reason_id: jam, shift_start_at: later })
    await pool.query(
      `update notification set type = 'TARGET_VALUE', condition_key = 'TARGET_VALUE/OEE/LOWER/usual/DAY', since = $2, due_at = $3 where id = $1`,
      [day, DAY_START, later + 2 * HOUR_MS],
    )
    await pool.query(`insert into loss_reason_translation (company_id, loss_reason_id, language, name) values ($1, $2, 'pl', 'Zator')`, [
      ACME,
      jam,
    ])
    const none = { order: null, reason: null, mainLoss: null, unconfirmed: null, known: null, offCause: null, units: null, kwh: null }
    const ofTarget = { ...none, mainLoss: { name: 'Tool', translations: [] }, unconfirmed: 1, known: 0.9375 }
    const told = await api.database.inSystem((tx) =>
      withDetails({ companyId: ACME, tx }, [{ notificationId: stop }, { notificationId: missed }, { notificationId: day }]),
    )
    assert.deepEqual(told, [
      {
        notificationId: stop,
        details: { ...none, order: 'JO-7', reason: { name: 'Jam', translations: [{ language: 'pl', name: 'Zator' }] } },
      },
      { notificationId: missed, details: ofTarget },
      { notificationId: day, details: ofTarget },
    ])
    // The inbox tells the same, and the shift it leads to: that of a longer period has none.
    const nothing = { orders: null, mainLoss: null, shiftId: null, unconfirmedShifts: null, knownShare: null }
    const of = async (id: string) =>
      (await ask(`{ notification(id: "${id}") { orders mainLoss shiftId unconfirmedShifts knownShare } }`))['notification']
    assert.deepEqual(await of(stop), { ...nothing, orders: 'JO-7' })
    assert.deepEqual(await of(missed), { ...nothing, mainLoss: 'Tool', shiftId, unconfirmedShifts: 1, knownShare: 0.9375 })
    assert.deepEqual(await of(day), { ...nothing, mainLoss: 'Tool', unconfirmedShifts: 1, knownShare: 0.9375 })
    await pool.query(
      `update notification set type = 'LATE_DATA', params = jsonb_build_object('mode', $2::text), since = $3 where id = $1`,
      [stop, String(DAY_START), now],
    )
    assert.deepEqual(await of(stop), { ...nothing, shiftId })
  })

  it('says why a device is off, how many others are silent, and what was made and used outside shifts', async () => {
    const { pool } = api.database
    const of = async (id: string, as: Role = 'USER') =>
      (await ask(`{ notification(id: "${id}") { cause silentToo units kwh } }`, as))['notification']
    const nothing = { cause: null, silentToo: null, units: null, kwh: null }
    const become = (id: string, type: string, until: number | null = null) =>
      pool.query(
        `update notification set type = $2, until = $3, state = case when $3::int8 is null then 'OPEN' else 'RESOLVED' end where id = $1`,
        [id, type, until],
      )
    const off = await tell(press, 'WARNING')
    await become(off, 'WORK_CENTER_OFF')
    assert.deepEqual(await of(off), nothing)
    await pool.query(
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, cause) values ($1, $2, $3, null, 'NO_DATA', 'BATTERY_EMPTY')`,
      [ACME, press, now],
    )
    assert.deepEqual(await of(off), { ...nothing, cause: 'BATTERY_EMPTY' })
    const [silent, other] = [await tell(press, 'WARNING'), await tell(lathe, 'WARNING')]
    await become(silent, 'CONNECTION_LOST')
    await become(other, 'CONNECTION_LOST')
    assert.deepEqual(await of(silent), { ...nothing, silentToo: 1 })
    await pool.query('update notification set since = since - $2::int8 where id = $1', [other, 2 * HOUR_MS])
    assert.deepEqual(await of(silent), { ...nothing, silentToo: 0 })

    const outside = await tell(press, 'WARNING')
    await become(outside, 'WORK_IN_NON_WORK_TIME')
    assert.deepEqual(await of(outside), nothing)
    const segment = (from: number, to: number, total: number, shiftStart: number | null) =>
      pool.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total,
           uncounted_accepted, uncounted_rejected, effective_total) values ($1, $2, $3, $4, $5, $6, $6, 0, 0, 0, 0, $6)`,
        [ACME, press, from, to, shiftStart, total],
      )
    await segment(now - HOUR_MS, now + HOUR_MS, 12, null)
    await segment(now + HOUR_MS, now + 2 * HOUR_MS, 30, now + HOUR_MS)
    assert.deepEqual(await of(outside), { ...nothing, units: 12 })
    // Its energy is told once it is over, where at least half of it is known.
    const share = (from: number, minutes: number, kwh: number) =>
      pool.query(
        `insert into energy_share (company_id, work_center_id, hour_at, number, start_at, end_at, covered_ms, elapsed_ms, kwh, is_assumed_balanced)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8, false)`,
        [ACME, press, from - (from % HOUR_MS), minutes, from, from + minutes * MINUTE_MS, minutes * MINUTE_MS, kwh],
      )
    await share(now, 10, 2.5)
    assert.deepEqual(await of(outside), { ...nothing, units: 12 })
    await become(outside, 'WORK_IN_NON_WORK_TIME', now + 15 * MINUTE_MS)
    assert.deepEqual(await of(outside), { ...nothing, units: 12, kwh: 2.5 })
    await become(outside, 'WORK_IN_NON_WORK_TIME', now + 30 * MINUTE_MS)
    assert.deepEqual(await of(outside), { ...nothing, units: 12 })
  })

  it('says to everybody who sees a stop who was told of it, who takes care of it and who is next', async () => {
    const { pool } = api.database
    const lossId = await addLoss(api, press, [57, 90], {})
    const id = await tell(press, 'WARNING')
    const steps = [
      { targetAudience: 'USERS', identifiers: [api.users.USER], durationMs: null, afterMs: 0 },
      { targetAudience: 'ROLES', identifiers: ['ADMIN'], durationMs: null, afterMs: 15 * MINUTE_MS },
      { targetAudience: 'USERS', identifiers: null, durationMs: 40 * MINUTE_MS, afterMs: 0 },
    ].map((step) => ({ configId: 'one', severity: 'WARNING', countsFrom: 0, ...step }))
    await pool.query('update notification set steps = $2, told_steps = 1 where id = $1', [id, JSON.stringify(steps)])
    const toldOf = async (as: Role | 'ADMIN' = 'USER') => {
      const { data, errors } = await api.ask(
        `{ lossNotifications(lossId: ${lossId}) { id toldPeople nextSteps { at lastingMinutes targetAudience names } acknowledgedBy { id } } }`,
        { as },
      )
      return errors.length > 0 ? errors[0]?.extensions.code : data['lossNotifications']
    }
    const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString()
    const [admins, all] = [
      { at: at(15), lastingMinutes: null, targetAudience: 'ROLES', names: ['ADMIN'] },
      { at: null, lastingMinutes: 40, targetAudience: 'USERS', names: null },
    ]
    const told = { id, toldPeople: 1, nextSteps: [admins, all], acknowledgedBy: null }
    assert.deepEqual(await toldOf(), [told])
    assert.deepEqual(await toldOf('ADMIN'), [told], 'also to whom nobody told it')
    assert.equal(await toldOf('OPERATOR'), 'LOSS_NOT_FOUND', 'but not at another machine')
    await ask(`mutation { acknowledgeNotification(id: "${id}") { id } }`)
    const taken = {
      ...told,
      acknowledgedBy: { id: api.users.USER },
      nextSteps: [
        { ...admins, at: at(60) },
        { ...all, at: at(60) },
      ],
    }
    assert.deepEqual(await toldOf(), [taken])
    await pool.query(`update notification set state = 'RESOLVED', until = $2 where id = $1`, [id, now + 5 * MINUTE_MS])
    assert.deepEqual(await toldOf(), [{ ...taken, nextSteps: [] }])
    await pool.query('update notification set since = $2 where id = $1', [id, now + 2 * HOUR_MS])
    assert.deepEqual(await toldOf(), [])
  })
})

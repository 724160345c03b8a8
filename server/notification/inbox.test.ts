import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { insertReceipts } from './receipt.store.ts'

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
  const tell = async (workCenterId: number, severity: string) => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity, params)
       values ($1, $2, 'STATUS_DURATION', 'any', $3, $3, $3, 'OPEN', $4, '{"status": "Idle"}') returning id`,
      [ACME, workCenterId, now, severity],
    )
    const id = rows[0]?.id ?? ''
    await api.database.inSystem((tx) =>
      insertReceipts({ companyId: ACME, tx }, id, { step: 0, firedAt: now, isNews: true }, [{ userId: api.users.USER, heldBy: null }]),
    )
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
})

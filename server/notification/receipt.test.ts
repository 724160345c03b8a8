import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { changeReceipts, insertReceipts, renewReceipts } from './receipt.store.ts'

describe('copies of notifications', () => {
  let api: TestApi
  let ids: readonly string[] = []

  before(async () => {
    api = await startTestApi({ now: () => DAY_START })
    const press = await addPress(api, 'Press')
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity)
       select $1, $2, 'BATTERY_LOW', key, $3, $3, $3, 'OPEN', 'WARNING' from unnest('{a,b}'::text[]) key returning id`,
      [ACME, press, DAY_START],
    )
    ids = rows.map(({ id }) => id).toSorted()
    const copies = ids.map((notificationId) => ({
      notificationId,
      userId: api.users.ADMIN,
      type: 'BATTERY_LOW' as const,
      firedAt: DAY_START,
      step: 0,
      heldBy: null,
    }))
    await api.database.inTenant(ACME, (tenant) => insertReceipts(tenant, copies))
  })
  after(() => api.close())

  const [renew, read] = [
    (given: readonly string[]) =>
      api.database.inTenant(ACME, (tenant) =>
        renewReceipts(
          tenant,
          given.map((notificationId) => ({ notificationId, userId: api.users.ADMIN })),
        ),
      ),
    (given: readonly string[]) =>
      api.database.inTenant(ACME, (tenant) => changeReceipts(tenant, api.users.ADMIN, given, { readAt: DAY_START })),
  ] as const
  for (const [name, change] of [
    ['told anew', renew],
    ['read', read],
  ] as const)
    it(`are held in one order when they are ${name}, so that nobody waits in a circle`, async () => {
      const [first = '', second = ''] = ids
      let changing: Promise<unknown> = Promise.resolve()
      await api.database.inSystem(async (tx) => {
        await sql`select from notification_receipt where notification_id = ${first} for update`.execute(tx)
        changing = change([second, first])
        await sleep(500)
        // It waits for the first and holds nothing yet.
        await sql`select from notification_receipt where notification_id = ${second} for update nowait`.execute(tx)
      })
      await changing
    })
})

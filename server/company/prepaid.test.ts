import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { OTHER, PUBLIC_URL, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'
import { tellPrepaid } from './prepaid.service.ts'

describe('what administrators are told of prepaid time', () => {
  let api: TestApi
  let press = 0
  let saw = 0
  /** Noon in Warsaw. */
  let now = 0
  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    saw = await addPress(api, 'Saw')
    await api.database.pool.query(`update company set time_zone = 'Europe/Warsaw'`)
  })
  after(() => api.close())
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 1, 11)
    await api.database.pool.query('delete from prepaid_notice')
    await api.database.pool.query('update work_center set prepaid_until = null')
    await api.database.pool.query(`delete from email where kind = 'PREPAID_ENDING'`)
  })

  const pay = async (id: number, until: string | null) =>
    await api.database.pool.query('update work_center set prepaid_until = $2 where id = $1', [id, until])
  const look = async () => {
    await tellPrepaid({ database: api.database, publicUrl: PUBLIC_URL, now: () => now })
    const { rows } = await api.database.pool.query<{ told: string }>(
      `select distinct on (id) kind || '' as told from email where kind = 'PREPAID_ENDING' order by id`,
    )
    return rows.length
  }

  it('30, 14, 3 and 0 days before, each once, and anew of another end', async () => {
    await pay(press, '2026-12-10')
    const told: string[] = []
    let before = 0
    for (let day = 0; day < 42; day++) {
      for (let again = 0; again < 2; again++) {
        const count = await look()
        if (count > before) told.push(`${new Date(now).toISOString().slice(0, 10)} +${count - before}`)
        before = count
      }
      now += DAY_MS
    }
    assert.deepEqual(told, ['2026-11-10 +1', '2026-11-26 +1', '2026-12-07 +1', '2026-12-10 +1'])
    await pay(press, '2027-01-05')
    assert.equal((await look()) - before, 1)
  })

  it('of those that end on one day in one e-mail, by the clock of the company', async () => {
    await pay(press, '2026-12-01')
    await pay(saw, '2026-12-01')
    // It is still the day before in Warsaw's afternoon of 31 October, and already 1 November after its midnight.
    now = Date.UTC(2026, 9, 31, 22, 30)
    assert.equal(await look(), 0)
    now = Date.UTC(2026, 9, 31, 23, 30)
    assert.equal(await look(), 1)
  })

  it('is the provider’s to say, and of each company its own', async () => {
    const change = await api.ask(`mutation { updateDevice(input: { id: ${press}, version: 1, prepaidUntil: "2026-12-01" }) { id } }`, {
      as: 'ADMIN',
    })
    assert.notDeepEqual(change.errors, [])
    const foreign = await api.ask('{ workCenters { prepaidUntil } }', { as: api.stranger, company: OTHER })
    assert.deepEqual([foreign.errors, foreign.data['workCenters']], [[], []])
  })
})

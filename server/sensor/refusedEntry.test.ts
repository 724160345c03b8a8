import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACME, seedDevice, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'

describe('what a device sent and was refused', () => {
  let api: TestApi
  before(async () => (api = await startTestApi()))
  after(() => api.close())

  const addDevice = async (workCenterId: number) => {
    const device = await seedDevice(api.database, `rf-${100 + workCenterId}a`)
    await api.database.pool.query('update device set company_id = $2, work_center_id = $3 where id = $1', [device, ACME, workCenterId])
    return device
  }

  it('is listed of its own work center, the newest first, with what the message began with', async () => {
    const [press, lathe] = [await addPress(api, 'Press'), await addPress(api, 'Lathe')]
    const device = await addDevice(press)
    await addDevice(lathe)
    const refuse = (companyId: string | null, at: number, reason: string, payload: string | null) =>
      api.database.pool.query(
        'insert into quarantine (company_id, device_id, received_at, reason, detail, payload) values ($1, $2, $3, $4, $5, $6)',
        [companyId, device, at, reason, `[0] ${reason}`, payload === null ? null : Buffer.from(payload)],
      )
    await refuse(null, Date.UTC(2026, 4, 1), 'DEVICE_UNCLAIMED', null)
    await refuse('OTHER', Date.UTC(2026, 4, 2), 'BAD_TIME', 'of another company')
    await refuse(ACME, Date.UTC(2026, 4, 3), 'TOO_LATE', null)
    await refuse(ACME, Date.UTC(2026, 4, 4), 'BAD_VALUE', `{"power":\u0007"much"}${'x'.repeat(600)}`)
    const asked = async (workCenterId: number, size = 20) => {
      const { data, errors } = await api.ask(
        `{ refusedEntries(workCenterId: ${workCenterId}, size: ${size}) { receivedAt reason detail payload } }`,
      )
      assert.deepEqual(errors, [])
      return data['refusedEntries'] as readonly { readonly payload: string | null }[]
    }
    const [bad, late, ...others] = await asked(press)
    assert.deepEqual(others, [])
    assert.deepEqual(
      { ...bad, payload: null },
      { receivedAt: '2026-05-04T00:00:00.000Z', reason: 'BAD_VALUE', detail: '[0] BAD_VALUE', payload: null },
    )
    assert.ok(bad?.payload?.startsWith('{"power":\uFFFD"much"}x'))
    assert.equal(bad?.payload?.length, 500)
    assert.deepEqual(late, { receivedAt: '2026-05-03T00:00:00.000Z', reason: 'TOO_LATE', detail: '[0] TOO_LATE', payload: null })
    assert.equal((await asked(press, 1)).length, 1)
    assert.deepEqual(await asked(lathe), [])
  })

  it('is told only to those who may read the settings of that work center', async () => {
    const press = await addPress(api, 'Drill')
    const asked = (as: 'OPERATOR' | 'GUEST') => api.ask(`{ refusedEntries(workCenterId: ${press}) { reason } }`, { as })
    for (const as of ['OPERATOR', 'GUEST'] as const) assert.equal((await asked(as)).errors.length, 1)
  })
})

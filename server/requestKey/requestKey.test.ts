import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { Refusal } from '#server/refusal.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany } from '#server/testing/testMachines.ts'
import { once } from './once.ts'

const ANNA = asId<UserId>('0190a1b2-0000-7000-8000-00000000000a')
const BORYS = asId<UserId>('0190a1b2-0000-7000-8000-00000000000b')
const keyOf = (last: number) => `0190a1b2-0000-7000-8000-${String(last).padStart(12, '0')}`

describe('an act with a request key', () => {
  let given: TestDatabase
  let acme: CompanyId
  let other: CompanyId
  let done = 0

  before(async () => {
    given = await createTestDatabase()
    acme = await addCompany(given.database, 'ACME1')
    other = await addCompany(given.database, 'OTHER')
  })
  after(() => given.drop())

  const read = (stored: unknown): number => {
    assert.equal(typeof stored, 'number')
    return Number(stored)
  }
  const ask = (
    last: number,
    content: unknown,
    { by = ANNA, at = acme, operation = 'confirm' }: { readonly by?: UserId; readonly at?: CompanyId; readonly operation?: string } = {},
  ) =>
    given.database.inTenant(at, (tenant) =>
      once(tenant, by, { key: keyOf(last), operation, content }, { act: () => Promise.resolve(++done), read }),
    )
  const isReused = (error: unknown) => error instanceof Refusal && error.code === 'REQUEST_KEY_REUSED' && error.field === 'requestKey'

  it('is done once and answered as the first time', async () => {
    assert.deepEqual(await ask(1, { quantity: 240 }), { answer: 1, isRepeated: false })
    assert.deepEqual(await ask(1, { quantity: 240 }), { answer: 1, isRepeated: true })
    assert.equal(done, 1)
  })

  it('is refused with other content, for another operation and by another user', async () => {
    await assert.rejects(ask(1, { quantity: 250 }), isReused)
    await assert.rejects(ask(1, { quantity: 240 }, { operation: 'cancel' }), isReused)
    await assert.rejects(ask(1, { quantity: 240 }, { by: BORYS }), isReused)
    assert.equal(done, 1)
  })

  it('has its key in its company alone', async () => {
    assert.deepEqual(await ask(1, { quantity: 250 }, { at: other }), { answer: 2, isRepeated: false })
  })

  it('is done once when it is asked several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(2, 'same')))
    assert.deepEqual(
      answers.map(({ answer }) => answer),
      [3, 3, 3, 3],
    )
    assert.equal(answers.filter(({ isRepeated }) => !isRepeated).length, 1)
  })

  it('can be asked again after it failed, also with other content', async () => {
    const fails = given.database.inTenant(acme, (tenant) =>
      once(
        tenant,
        ANNA,
        { key: keyOf(3), operation: 'confirm', content: 1 },
        { act: () => Promise.reject(new Refusal({ code: 'CONFLICT' })), read },
      ),
    )
    await assert.rejects(fails, (error) => error instanceof Refusal && error.code === 'CONFLICT')
    assert.deepEqual(await ask(3, 2), { answer: 4, isRepeated: false })
  })

  it('without a key is done each time', async () => {
    const asked = () => given.database.inTenant(acme, (tenant) => once(tenant, ANNA, null, { act: () => Promise.resolve(++done), read }))
    assert.deepEqual(
      [await asked(), await asked()],
      [
        { answer: 5, isRepeated: false },
        { answer: 6, isRepeated: false },
      ],
    )
  })

  it('forgets keys that are older than 30 days', async () => {
    await given.database.pool.query(`update request_key set created_on = now() - interval '31 days' where company_id = $1 and key = $2`, [
      acme,
      keyOf(1),
    ])
    await ask(4, 'next')
    const { rows } = await given.database.pool.query<{ key: string }>('select key from request_key where company_id = $1 order by key', [
      acme,
    ])
    assert.deepEqual(
      rows.map(({ key }) => key),
      [keyOf(2), keyOf(3), keyOf(4)],
    )
  })
})

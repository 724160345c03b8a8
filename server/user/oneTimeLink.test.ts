import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { endLinks, makeLink, peekLink, removeEndedLinks, takeLink } from './oneTimeLink.store.ts'
import type { LinkOwner } from './oneTimeLink.store.ts'
import { LINK_KINDS, linkUrl } from './oneTimeLink.ts'
import type { LinkKind } from './oneTimeLink.ts'
import { insertUser } from './user.store.ts'

let temporary: TestDatabase
let owners: Record<LinkKind, LinkOwner>
let other: UserId

before(async () => {
  temporary = await createTestDatabase()
  const [first, second] = await Promise.all(['first', 'second'].map(addPerson))
  assert.ok(first && second)
  other = second
  const companyId = asId<CompanyId>('LINKS')
  await temporary.database.pool.query(`insert into company (id, name, country) values ('LINKS', 'Links', 'pl')`)
  owners = {
    VERIFY_EMAIL: { kind: 'VERIFY_EMAIL', userId: first },
    RESET_PASSWORD: { kind: 'RESET_PASSWORD', userId: first },
    ACTIVATE: { kind: 'ACTIVATE', userId: first, companyId },
    INVITATION: { kind: 'INVITATION', companyId, invitationId: '01900000-0000-7000-8000-000000000001' },
  }
})
after(() => temporary.drop())

const make = (owner: LinkOwner) => temporary.database.inSystem((tx) => makeLink(tx, owner))
const use = (kind: LinkKind, secret: string) => temporary.database.inSystem((tx) => takeLink(tx, kind, secret))
const peek = (kind: LinkKind, secret: string) => temporary.database.inSystem((tx) => peekLink(tx, kind, secret))

async function addPerson(name: string): Promise<UserId> {
  const person = { email: `${name}@links.example`, firstName: name, lastName: name, language: 'en', passwordHash: null }
  const user = await temporary.database.inSystem((tx) => insertUser(tx, person))
  assert.ok(user)
  return user.id
}

for (const kind of LINK_KINDS) {
  test(`${kind}: works once, for what it was made, and is kept as a hash only`, async () => {
    const owner = owners[kind]
    const secret = await make(owner)
    const expected = { userId: null, companyId: null, invitationId: null, ...owner }
    assert.deepEqual(await peek(kind, secret), expected)
    const rows = await temporary.database.pool.query('select * from one_time_link')
    assert.ok(rows.rows.length > 0 && !JSON.stringify(rows.rows).includes(secret))
    assert.deepEqual(await use(kind, secret), expected)
    assert.deepEqual([await use(kind, secret), await peek(kind, secret)], [null, null])
  })

  test(`${kind}: tampered, empty, of another kind or expired is refused like an unknown one`, async () => {
    const secret = await make(owners[kind])
    const swapped = secret.startsWith('A') ? `B${secret.slice(1)}` : `A${secret.slice(1)}`
    for (const wrong of [swapped, secret.slice(1), `${secret}A`, '', secret.toLowerCase()]) {
      assert.deepEqual([await use(kind, wrong), await peek(kind, wrong)], [null, null], wrong)
    }
    for (const otherKind of LINK_KINDS.filter((one) => one !== kind)) assert.equal(await use(otherKind, secret), null, otherKind)
    await temporary.database.pool.query('update one_time_link set expires_on = now()')
    assert.deepEqual([await use(kind, secret), await peek(kind, secret)], [null, null])
  })

  test(`${kind}: a new link ends the older one`, async () => {
    const [older, newer] = [await make(owners[kind]), await make(owners[kind])]
    assert.deepEqual([await use(kind, older), (await use(kind, newer))?.kind], [null, kind])
  })
}

test('of many uses at once one succeeds', async () => {
  const secret = await make(owners.RESET_PASSWORD)
  const answers = await Promise.all(Array.from({ length: 8 }, () => use('RESET_PASSWORD', secret)))
  assert.equal(answers.filter((answer) => answer !== null).length, 1)
})

test('of many new links at once one lives', async () => {
  const secrets = await Promise.all(Array.from({ length: 6 }, () => make(owners.VERIFY_EMAIL)))
  const live = await Promise.all(secrets.map((secret) => peek('VERIFY_EMAIL', secret)))
  assert.equal(live.filter((one) => one !== null).length, 1)
})

test('a use that is rolled back has not happened', async () => {
  const secret = await make(owners.RESET_PASSWORD)
  const failing = temporary.database.inSystem(async (tx) => {
    assert.ok(await takeLink(tx, 'RESET_PASSWORD', secret))
    throw new Error('the new password is too short')
  })
  await assert.rejects(failing, /too short/)
  assert.ok(await use('RESET_PASSWORD', secret))
})

test('a link is ended without being used, and others of the same person or of others go on', async () => {
  const [reset, verify] = [await make(owners.RESET_PASSWORD), await make(owners.VERIFY_EMAIL)]
  const foreign = await make({ kind: 'RESET_PASSWORD', userId: other })
  await temporary.database.inSystem((tx) => endLinks(tx, owners.RESET_PASSWORD))
  assert.equal(await peek('RESET_PASSWORD', reset), null)
  assert.ok(await peek('VERIFY_EMAIL', verify))
  assert.equal((await peek('RESET_PASSWORD', foreign))?.userId, other)
})

test('links are forgotten a day after their end', async () => {
  const [ended, live] = [await make(owners.RESET_PASSWORD), await make(owners.VERIFY_EMAIL)]
  const age = `update one_time_link set expires_on = now() - interval '25 hours' where kind = 'RESET_PASSWORD'`
  await temporary.database.pool.query(age)
  await temporary.database.inSystem(removeEndedLinks)
  const kept = await temporary.database.pool.query(`select from one_time_link where kind = 'RESET_PASSWORD'`)
  assert.deepEqual([kept.rowCount, await use('RESET_PASSWORD', ended), (await use('VERIFY_EMAIL', live))?.kind], [0, null, 'VERIFY_EMAIL'])
})

test('the address in an e-mail names the page, the secret and the language', () => {
  assert.equal(
    linkUrl('https://oee.example', 'RESET_PASSWORD', { secret: 'a-b_c', language: 'pl' }),
    'https://oee.example/password/restore?hash=a-b_c&lang=pl',
  )
})

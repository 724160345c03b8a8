import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UserId } from '#engine/ids.ts'
import { OLENA } from '#server/identity/testing/identityServer.ts'
import { seedDemoPeople } from '#server/identity/seedDemoPeople.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { updateUser } from './user.service.ts'
import { findUserByEmail, insertUser } from './user.store.ts'

let temporary: TestDatabase
let userId: UserId

before(async () => {
  temporary = await createTestDatabase()
  const person = { email: 'olena@names.example', firstName: 'Olena', lastName: 'K', language: 'en', passwordHash: null }
  const user = await temporary.database.inSystem((tx) => insertUser(tx, person))
  assert.ok(user)
  userId = user.id
})
after(() => temporary.drop())

test('a person changes names and phone', async () => {
  const user = await updateUser(temporary.database, userId, { firstName: ' Olena', lastName: 'Nowak ', phone: '+48 601 234 567' })
  assert.deepEqual([user.firstName, user.lastName, user.phone], ['Olena', 'Nowak', '+48 601 234 567'])
})

test('wrong names are refused', async () => {
  await assert.rejects(updateUser(temporary.database, userId, { firstName: '', lastName: 'N', phone: '+48 601 234 567' }), {
    code: 'REQUIRED',
    field: 'firstName',
  })
})

test('an account that everybody uses keeps its name', async () => {
  await seedDemoPeople(temporary.database)
  const demo = await temporary.database.inSystem((tx) => findUserByEmail(tx, OLENA))
  assert.ok(demo)
  const form = { firstName: 'Mine', lastName: 'Now', phone: '+48 601 234 567' }
  await assert.rejects(updateUser(temporary.database, demo.id, form), { code: 'DEMO_ACCOUNT' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DEMO_EMAIL_DOMAIN } from '#engine/user/demoPerson.ts'
import { toldName } from './toldName.ts'

const [me, marek] = [asId<UserId>('me'), asId<UserId>('marek')]
const person = { id: marek, firstName: 'Marek', lastName: 'Nowak', email: 'marek@example.com', systemNumber: 1004 }

test('a refusal names people, by number where they have no name, and nobody real in the demo company', () => {
  const ours = { companyId: asId<CompanyId>('ACME1'), userId: me }
  const demo = { companyId: asId<CompanyId>(DEMO_COMPANY_ID), userId: me }
  assert.equal(toldName(person, ours), 'Marek Nowak')
  assert.equal(toldName({ ...person, firstName: '', lastName: '' }, ours), '#1004')
  assert.equal(toldName(person, demo), '#1004')
  assert.equal(toldName({ ...person, email: `marek@${DEMO_EMAIL_DOMAIN}` }, demo), 'Marek Nowak')
  assert.equal(toldName({ ...person, id: me }, demo), 'Marek Nowak')
})

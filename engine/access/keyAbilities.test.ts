import assert from 'node:assert/strict'
import { it } from 'node:test'
import { abilitiesOf, DEMO_COMPANY_ID, ROLES } from './abilities.ts'
import { abilitiesOfKey, NOT_FOR_KEYS } from './keyAbilities.ts'

it('gives a key what its creator may, without people, keys and the audit log', () => {
  for (const companyId of ['ACME1', DEMO_COMPANY_ID]) {
    for (const role of ROLES) {
      const own = abilitiesOf(role, companyId)
      assert.deepEqual(
        abilitiesOfKey(role, companyId),
        own.filter(({ subject }) => subject !== 'API_KEY' && subject !== 'AUDIT_LOG' && subject !== 'COMPANY_USERS'),
      )
    }
  }
  assert.deepEqual(NOT_FOR_KEYS, ['API_KEY', 'AUDIT_LOG', 'COMPANY_USERS'])
})

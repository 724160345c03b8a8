import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { companyOfRequest } from './principal.ts'
import type { Principal } from './principal.ts'

const company = (id: string) => asId<CompanyId>(id)
const principal = (companyId: string | null, only?: readonly string[]): Principal => ({
  userId: asId<UserId>('01900000-0000-7000-8000-000000000001'),
  companyId: companyId === null ? null : company(companyId),
  ...(only === undefined ? {} : { onlyCompanyIds: only.map(company) }),
})

const rows: readonly { name: string; principal: Principal; header: string | undefined; expected: string | null }[] = [
  { name: 'without a header the token decides', principal: principal('DEFLT'), header: undefined, expected: 'DEFLT' },
  { name: 'header and token agree', principal: principal('DEFLT'), header: 'DEFLT', expected: 'DEFLT' },
  { name: 'header and token disagree', principal: principal('DEFLT'), header: 'ACME1', expected: null },
  { name: 'a token without a company follows the header', principal: principal(null), header: 'ACME1', expected: 'ACME1' },
  { name: 'neither names a company', principal: principal(null), header: undefined, expected: null },
  { name: 'a header that is no company id', principal: principal(null), header: "x' or 1=1", expected: null },
  { name: 'an issuer limited to other companies', principal: principal(null, ['DEFLT']), header: 'ACME1', expected: null },
  { name: 'an issuer limited to this company', principal: principal(null, ['ACME1']), header: 'ACME1', expected: 'ACME1' },
]

for (const { name, principal: who, header, expected } of rows) {
  test(`company of a request: ${name}`, () => assert.equal(companyOfRequest(who, header), expected))
}

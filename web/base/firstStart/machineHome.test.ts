import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ViewerCompany } from '#web/api/viewer.ts'
import { machineHome } from './machineHome.ts'

const DEMO = companyOf('DEFLT', true)
const ACME = companyOf('ACME1', true)
const BOLT = companyOf('BOLT1', true)
const WHERE_A_MEMBER = companyOf('OTHER', false)

const CASES = [
  {
    name: 'somebody with companies of their own goes to them',
    email: 'nina@factory.example',
    companies: [ACME, BOLT, WHERE_A_MEMBER, DEMO],
    own: [ACME, BOLT],
    asked: [],
    needsAccount: false,
  },
  {
    name: 'somebody without the right elsewhere asks there',
    email: 'nina@factory.example',
    companies: [WHERE_A_MEMBER, DEMO],
    own: [],
    asked: [WHERE_A_MEMBER],
    needsAccount: false,
  },
  {
    name: 'somebody with nothing but the demo creates a company',
    email: 'nina@factory.example',
    companies: [DEMO],
    own: [],
    asked: [],
    needsAccount: false,
  },
  {
    name: 'a shared account creates nothing: an own account comes first',
    email: 'guest@demo.trueline.example',
    companies: [DEMO],
    own: [],
    asked: [],
    needsAccount: true,
  },
  {
    name: 'a shared account with a company of its own needs no other',
    email: 'olena@demo.trueline.example',
    companies: [ACME, DEMO],
    own: [ACME],
    asked: [],
    needsAccount: false,
  },
]

for (const { name, email, companies, ...expected } of CASES) {
  test(name, () => assert.deepEqual(machineHome({ email, companies }), expected))
}

function companyOf(id: string, mayAddWorkCenters: boolean): ViewerCompany {
  return { id, name: id, photoUrl: null, mayAddWorkCenters }
}

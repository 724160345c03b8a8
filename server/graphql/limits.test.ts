import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { LIMITS } from './limits.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { ACME, seedDevice, startTestApi } from './testing.ts'
import type { Answer, TestApi } from './testing.ts'

/** Nested selections of a recursive pair of fields. */
function nested(depth: number): string {
  return `{ workCenterGroups ${'{ workCenters { group '.repeat(depth)}{ id } ${'} }'.repeat(depth)} }`
}

const HOSTILE: Readonly<Record<string, { readonly query: string; readonly code: string }>> = {
  'a deep query': { query: nested(10), code: 'QUERY_TOO_DEEP' },
  'many aliases': {
    query: `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: currentUser { id }`).join(' ')} }`,
    code: 'TOO_MANY_ALIASES',
  },
  'many fields': { query: `{ currentUser { ${'id '.repeat(1200)} } }`, code: 'TOO_MANY_FIELDS' },
  'a long text': { query: `{ currentUser { ${'id '.repeat(200_000)} } }`, code: 'QUERY_TOO_LARGE' },
  'a page of thousands with lists in it': {
    query: '{ workCentersPages(size: 1000) { items { group { workCenters { statusRules { id } } } } } }',
    code: 'QUERY_TOO_COSTLY',
  },
  'lists of lists by fragments': {
    query: `{ workCenterGroups { ...A } } fragment A on WorkCenterGroup { workCenters { group { ...B } } }
      fragment B on WorkCenterGroup { workCenters { group { ...C } } } fragment C on WorkCenterGroup { workCenters { statusRules { id } } }`,
    code: 'QUERY_TOO_COSTLY',
  },
  'fragments that double': {
    query: `{ currentUser { ...F0 ...F0 } } ${Array.from({ length: 20 }, (_, at) => `fragment F${at} on User { ...F${at + 1} ...F${at + 1} }`).join(' ')}
      fragment F20 on User { id }`,
    code: 'TOO_MANY_FIELDS',
  },
  'the same object again and again': { query: `{ ${'currentUser { id } '.repeat(480)} }`, code: 'TOO_MANY_ALIASES' },
  'the same object in many fragments': {
    query: `{ ...F0 } ${Array.from({ length: 300 }, (_, at) => `fragment F${at} on Query { currentUser { id } ...F${at + 1} }`).join(' ')}
      fragment F300 on Query { languages { id } }`,
    code: 'TOO_MANY_FRAGMENTS',
  },
  'the same object in many inline fragments': { query: `{ ${'... { currentUser { id } } '.repeat(480)} }`, code: 'TOO_MANY_FRAGMENTS' },
  'a fragment cycle': {
    query: '{ currentUser { ...A } } fragment A on User { ...B } fragment B on User { ...A }',
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'no GraphQL': { query: '{ currentUser {', code: 'GRAPHQL_PARSE_FAILED' },
  'an unknown field': { query: '{ nothing }', code: 'GRAPHQL_VALIDATION_FAILED' },
  'a day that is in no calendar': {
    query: '{ oeeReport(filter: { period: { start: "2026-02-31T00:00:00Z", end: "2026-03-02T00:00:00Z" } }) { workCenterId } }',
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'a year before clocks': {
    query: '{ oeeStatistics(filter: { period: { start: "0000-01-01T00:00:00Z", end: "0000-02-01T00:00:00Z" } }) { records } }',
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'a year after all': {
    query: '{ boxEfficiency(period: { start: "9998-12-01T00:00:00Z", end: "9999-12-31T23:59:59Z" }) { workCenterId } }',
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'a date of the year 0': {
    query: 'mutation { confirmShifts(input: { shiftDate: "0000-01-01" }) { id } }',
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  'a wrong scalar': { query: '{ workCenter(deviceId: "x") { id } }', code: 'GRAPHQL_VALIDATION_FAILED' },
}

describe('limits of the API', () => {
  let api: TestApi
  let authorization: string
  before(async () => {
    api = await startTestApi()
    authorization = `Bearer ${await api.token(api.users.ADMIN)}`
    await api.ask('{ currentUser { id } }')
  })
  after(() => api.close())

  for (const [name, { query, code }] of Object.entries(HOSTILE)) {
    it(`refuses ${name}`, async () => {
      const { errors, data } = await api.ask(query)
      assert.equal(errors[0]?.extensions.code, code)
      assert.deepEqual(data, {})
    })
  }

  it('refuses hostile queries before any work, without growing', async (t) => {
    const bodies = Object.values(HOSTILE).map(({ query }) => JSON.stringify({ query }))
    const before = process.memoryUsage().heapUsed
    const work = t.mock.method(api.database, 'inTenant')
    for (const body of bodies) for (let round = 0; round < 5; round++) await api.post(body, { authorization })
    assert.equal(work.mock.callCount(), 0, 'a refused query reads nothing of a company')
    assert.ok(process.memoryUsage().heapUsed - before < 200 * 2 ** 20)
  })

  it('counts the size of a variable as it is given', async () => {
    const query =
      'query ($size: Int!) { workCentersPages(size: $size) { items { shiftStatuses { statusRule { id } reason { id } } statusRules { id } } } }'
    const small = await api.ask(query, { variables: { size: 10 } })
    assert.deepEqual(small.errors, [])
    const large = await api.ask(query, { variables: { size: 100_000 } })
    assert.equal(large.errors[0]?.extensions.code, 'QUERY_TOO_COSTLY')
  })

  it('refuses lists of variables that are too long, before any work', async (t) => {
    const ids = Array.from({ length: LIMITS.items + 1 }, (_, at) => at + 1)
    const work = t.mock.method(api.database, 'inTenant')
    const { errors } = await api.ask('query ($ids: [Int!]) { workCenters(filter: { workCenterIds: $ids }) { id } }', { variables: { ids } })
    assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.params], ['QUERY_TOO_LARGE', { max: LIMITS.items }])
    assert.equal(work.mock.callCount(), 0)
  })

  it('refuses a body above 1 MB and a batch above 10 by HTTP 413', async () => {
    const large = await api.post(JSON.stringify({ query: `{ currentUser { id } } # ${'x'.repeat(5 * 2 ** 20)}` }), { authorization })
    assert.deepEqual(coded(large), [413, 'BODY_TOO_LARGE'])
    const batch = await api.post(JSON.stringify(Array.from({ length: LIMITS.batch + 1 }, () => ({ query: '{ currentUser { id } }' }))), {
      authorization,
    })
    assert.deepEqual(coded(batch), [413, 'BATCH_TOO_LARGE'])
    const response = await fetch(`${api.origin}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify([{ query: '{ currentUser { id } }' }, { query: '{ languages { code } }' }]),
    })
    assert.equal(((await response.json()) as unknown[]).length, 2)
  })

  it('refuses what is no request in JSON', async () => {
    assert.deepEqual(coded(await api.post('{', { authorization })), [400, 'BAD_REQUEST'])
    const text = await fetch(`${api.origin}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization },
      body: 'x',
    })
    assert.ok(text.status >= 400 && text.status < 500)
  })

  it('tells nothing of an unexpected error but an id', async () => {
    const device = await seedDevice(api.database, 'zz-0001')
    const added = await api.ask(`mutation { addBox(guid: "${device}") { id } }`)
    const { id } = added.data['addBox'] as { readonly id: number }
    const broken = {
      companyId: ACME,
      workCenterId: id,
      deviceId: device,
      at: 0,
      state: 'SECRET-STATE',
      values: {},
      unclassifiedLossCount: 0,
    }
    api.live.publish(broken as unknown as LiveWorkCenter)
    const { errors } = await api.ask('{ workCenters { live { state } } }')
    assert.equal(errors[0]?.message, 'Something seems to have gone wrong')
    assert.equal(errors[0].extensions.code, 'INTERNAL_ERROR')
    assert.match(String(errors[0].extensions.params?.['id']), /^[0-9a-f-]{36}$/)
    assert.ok(!JSON.stringify(errors).includes('SECRET'))
  })

  it('answers introspection to a signed-in user only', async () => {
    const query = '{ __schema { queryType { name } } }'
    assert.deepEqual((await api.ask(query)).data, { __schema: { queryType: { name: 'Query' } } })
    assert.equal((await api.post(JSON.stringify({ query }))).status, 401)
  })
})

function coded({ status, errors }: Answer): [number, string | undefined] {
  return [status, errors[0]?.extensions.code]
}

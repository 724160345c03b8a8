import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createGraphqlClient } from './graphql.ts'

const QUESTION = 'query Reasons($id: Int!) { lossReasons(workCenterId: $id) { name } }'
const NAMES: Readonly<Record<string, string>> = { en: 'Breakdown', pl: 'Awaria' }

test('an answer that was on its way while the language changed is asked for again in the language of now', async () => {
  let language = 'en'
  const first = Promise.withResolvers<void>()
  const asked: string[] = []
  const fetching = mock.method(globalThis, 'fetch', async (_url: unknown, init?: RequestInit) => {
    const given = new Headers(init?.headers).get('accept-language') ?? ''
    asked.push(given)
    if (asked.length === 1) await first.promise
    return Response.json({ data: { lossReasons: [{ name: NAMES[given], __typename: 'LossReason' }] } })
  })
  try {
    const client = createGraphqlClient({
      url: 'http://factory.example/graphql',
      accessToken: async () => 'token',
      signInAgain: async () => undefined,
      language: () => language,
      tenantId: () => 'ACME1',
    })
    const shown = await new Promise<string>((resolve) => {
      client.query(QUESTION, { id: 1 }).subscribe(({ data }) => {
        if (data?.lossReasons[0].name === 'Awaria') resolve('Awaria')
      })
      const change = () => {
        if (asked.length === 0) return void setImmediate(change)
        language = 'pl'
        first.resolve()
      }
      change()
    })
    assert.equal(shown, 'Awaria')
    assert.deepEqual(asked, ['en', 'pl'])
  } finally {
    fetching.mock.restore()
  }
})

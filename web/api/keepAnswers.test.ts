import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createGraphqlClient } from './graphql.ts'

const QUESTION = 'query Names($id: Int!) { workCenter(id: $id) { name } }'

test('without a connection the last answer to a question stays, and that of another question is not given for it', async () => {
  const answer = () => Response.json({ data: { workCenter: { name: 'Press', __typename: 'WorkCenter' } } })
  const fetching = mock.method(globalThis, 'fetch', async () => answer())
  try {
    const client = createGraphqlClient({
      url: 'http://factory.example/graphql',
      accessToken: async () => 'token',
      signInAgain: async () => undefined,
      language: () => 'en',
      tenantId: () => 'ACME1',
    })
    const ask = (id: number) => client.query(QUESTION, { id }, { requestPolicy: 'network-only' }).toPromise()
    assert.equal((await ask(1)).error, undefined)
    fetching.mock.mockImplementation(async () => {
      throw new TypeError('Failed to fetch')
    })
    const kept = await ask(1)
    assert.deepEqual(kept.data?.workCenter.name, 'Press')
    assert.ok(kept.error?.networkError, 'the failure is not told')
    assert.equal((await ask(2)).data, undefined)
    // A server that cannot answer now says so with null for the data; a question without an answer of before has none.
    fetching.mock.mockImplementation(async () =>
      Response.json({ data: null, errors: [{ message: 'away', extensions: { code: 'SERVICE_UNAVAILABLE' } }] }, { status: 503 }),
    )
    assert.equal((await ask(1)).data?.workCenter.name, 'Press')
    assert.equal((await ask(2)).data, undefined)
    // What the server itself takes back is gone.
    fetching.mock.mockImplementation(async () => Response.json({ data: null, errors: [{ message: 'gone' }] }))
    const refused = await ask(1)
    assert.ok(refused.error)
    // As for whoever asks nothing was answered before: pages look for undefined alone.
    assert.equal(refused.data, undefined)
  } finally {
    fetching.mock.restore()
  }
})

test('an answer that comes after another company was chosen is kept for the company that it is of', async () => {
  const answer = Promise.withResolvers<Response>()
  const fetching = mock.method(globalThis, 'fetch', () => answer.promise)
  const kept: string[] = []
  let company = 'DEFLT'
  try {
    const client = createGraphqlClient({
      url: 'http://factory.example/graphql',
      accessToken: async () => 'token',
      signInAgain: async () => undefined,
      language: () => 'en',
      tenantId: () => company,
      store: { read: async () => null, keep: (asked) => kept.push(asked.company) },
    })
    const asked = client.query(QUESTION, { id: 1 }).toPromise()
    while (fetching.mock.callCount() === 0) await new Promise(setImmediate)
    company = 'ACME1'
    answer.resolve(Response.json({ data: { workCenter: { name: 'Press', __typename: 'WorkCenter' } } }))
    assert.equal((await asked).error, undefined)
    assert.deepEqual(kept, ['DEFLT'])
  } finally {
    fetching.mock.restore()
  }
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

let api: TestApi
before(async () => {
  api = await startTestApi({})
})
after(() => api.close())

type Entry = { readonly id: string; readonly question: string; readonly refusals: readonly string[] }

it('programs read the FAQ in a language, each entry with the refusals that it explains, and never what the caller may not read', async () => {
  const faq = async (as: 'ADMIN' | 'OPERATOR', language: string): Promise<readonly Entry[]> => {
    const { data, errors } = await api.ask(`{ faq(language: "${language}") { id question text refusals } }`, { as })
    assert.deepEqual(errors, [])
    return Object.values(data).flat() as Entry[]
  }
  const [english, ukrainian, ofOperator] = [await faq('ADMIN', 'en'), await faq('ADMIN', 'uk'), await faq('OPERATOR', 'en')]
  assert.ok(english.length >= 40)
  assert.deepEqual(
    ukrainian.map(({ id }) => id),
    english.map(({ id }) => id),
  )
  const question = (entries: readonly Entry[]) => entries.find(({ id }) => id === 'sign-in')?.question
  assert.equal(question(english), 'I cannot sign in. What can I do?')
  assert.notEqual(question(ukrainian), question(english))
  assert.ok(english.find(({ id }) => id === 'extensions')?.refusals.includes('EXTENSION_OFF'))
  const ids = new Set(ofOperator.map(({ id }) => id))
  assert.ok(!ids.has('api-key') && ids.has('sign-in'))
  const [refused] = (await api.ask('{ faq(language: "../../etc") { id } }', { as: 'ADMIN' })).errors
  assert.deepEqual(refused?.extensions, { code: 'INVALID_FORMAT', field: 'language', params: { example: 'en' } })
})

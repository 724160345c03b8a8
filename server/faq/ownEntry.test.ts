import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import { MAX_OWN_ENTRIES } from '#engine/faq/ownEntryForm.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

type Entry = { readonly id: string; readonly question: string; readonly screen: string | null; readonly version: number }

describe("a company's own answers", () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({})
  })
  after(() => api.close())

  const save = (input: string, as: Role | UserId = 'ADMIN', company = ACME) =>
    api.ask(`mutation { createOrUpdateFaqEntry(input: { ${input} }) { id question screen version } }`, { as, company })
  const entries = async (as: Role = 'OPERATOR') =>
    (await api.ask('{ faqEntries { id question words screen text } }', { as })).data['faqEntries']
  const codesOf = ({ errors }: Awaited<ReturnType<typeof save>>) =>
    errors.flatMap(({ extensions }) => {
      const { others = [] } = extensions as { readonly others?: readonly { readonly code: string; readonly field?: string }[] }
      return [extensions, ...others].map(({ code, field }) => [code, field])
    })
  const OIL = 'question: "  Which oil? ", text: "Use 46.", words: "lubricant", screen: "/losses"'

  it('are written, changed and deleted by who may, and read by all of its people', async () => {
    const made = (await save(OIL)).data['createOrUpdateFaqEntry'] as Entry
    assert.deepEqual([made.question, made.screen, made.version], ['Which oil?', '/losses', 1])
    assert.deepEqual(await entries(), [{ id: made.id, question: 'Which oil?', words: 'lubricant', screen: '/losses', text: 'Use 46.' }])
    const changed = (await save(`id: "${made.id}", version: 1, question: "Which oil?", text: "Use 68."`)).data[
      'createOrUpdateFaqEntry'
    ] as Entry
    assert.deepEqual([changed.id, changed.version, changed.screen], [made.id, 2, null])
    assert.deepEqual(codesOf(await save(`id: "${made.id}", version: 1, question: "Which oil?", text: "Use 32."`)), [
      ['CONFLICT', undefined],
    ])
    // Another text alone is a change, too.
    await save(`id: "${made.id}", version: 2, question: "Which oil?", text: "Use 100."`)
    const rated = await api.ask(`mutation { rateFaq(entry: "${made.id}", isHelpful: true) }`, { as: 'OPERATOR' })
    assert.deepEqual(rated.errors, [])
    assert.deepEqual((await api.ask(`mutation { deleteFaqEntry(id: "${made.id}") }`)).errors, [])
    assert.deepEqual(await entries(), [])
    const { rows } = await api.database.pool.query<{ action: string }>(
      `select action from audit_log where action like '%FAQ_ENTRY' order by id`,
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['CREATE_FAQ_ENTRY', 'UPDATE_FAQ_ENTRY', 'UPDATE_FAQ_ENTRY', 'DELETE_FAQ_ENTRY'],
    )
  })

  it('name the field that is wrong, all at once', async () => {
    assert.deepEqual(codesOf(await save('question: "?", text: " ", screen: "/nowhere"')), [
      ['LENGTH_OUT_OF_RANGE', 'question'],
      ['REQUIRED', 'text'],
      ['INVALID_FORMAT', 'screen'],
    ])
    assert.deepEqual(codesOf(await save('question: "Which?", text: "a\\u0000b", words: "\\u0000"')), [
      ['INVALID_FORMAT', 'words'],
      ['INVALID_FORMAT', 'text'],
    ])
    // Three characters for the form, two for the database.
    const short = (await save('question: "🛢?", text: "Yes."')).data['createOrUpdateFaqEntry'] as Entry
    assert.equal(short.question, '🛢?')
    await api.ask(`mutation { deleteFaqEntry(id: "${short.id}") }`)
  })

  it('are refused to others, and those of another company are not found', async () => {
    assert.deepEqual(codesOf(await save(OIL, 'USER')), [['FORBIDDEN', undefined]])
    const { id } = (await save(OIL)).data['createOrUpdateFaqEntry'] as Entry
    assert.deepEqual(codesOf(await save(`id: "${id}", ${OIL}`, api.stranger, OTHER)), [['FAQ_ENTRY_NOT_FOUND', undefined]])
    const foreign = await api.ask(`mutation { deleteFaqEntry(id: "${id}") }`, { as: api.stranger, company: OTHER })
    assert.equal(foreign.errors[0]?.extensions.code, 'FAQ_ENTRY_NOT_FOUND')
    const rated = await api.ask(`mutation { rateFaq(entry: "${id}", isHelpful: true) }`, { as: api.stranger, company: OTHER })
    assert.equal(rated.errors[0]?.extensions.code, 'INVALID_FORMAT')
  })

  it('are a hundred at most', async () => {
    await api.database.pool.query(
      `insert into faq_entry (company_id, question, body, updated_on) select $1, 'Question ' || n, 'x', now() from generate_series(1, $2::int) n`,
      [ACME, MAX_OWN_ENTRIES],
    )
    assert.deepEqual(codesOf(await save(OIL)), [['TOO_MANY_FAQ_ENTRIES', undefined]])
  })
})

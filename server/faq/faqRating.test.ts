import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

let api: TestApi
before(async () => {
  api = await startTestApi({})
})
after(() => api.close())

it('counts by person whether an entry of the FAQ helped, and knows no other entries', async () => {
  const rate = async (as: Role, entry: string, isHelpful: boolean) =>
    await api.ask(`mutation { rateFaq(entry: "${entry}", isHelpful: ${isHelpful}) }`, { as })
  const ratings = async () => (await api.ask('{ faqRatings { entry helped notHelped } }', { as: 'ADMIN' })).data['faqRatings']
  assert.deepEqual(await ratings(), [])
  for (const [as, isHelpful] of [
    ['USER', true],
    ['OPERATOR', false],
    ['GUEST', true],
    ['USER', false],
  ] as const)
    assert.deepEqual((await rate(as, 'sign-in', isHelpful)).errors, [])
  assert.deepEqual(await ratings(), [{ entry: 'sign-in', helped: 1, notHelped: 2 }])
  const [refused] = (await rate('USER', '<script>', true)).errors
  assert.deepEqual(refused?.extensions, { code: 'INVALID_FORMAT', field: 'entry', params: { example: 'sign-in' } })
  await api.database.pool.query(`update app_user set provider_role = 'PROVIDER_ADMIN' where id = $1`, [api.users.PROVIDER_ADMIN])
  await api.database.pool.query(
    `insert into faq_rating (company_id, entry, user_id, is_helpful, rated_on) values ($1, 'sign-in', $2, true, now())`,
    [OTHER, api.users.USER],
  )
  const ofAll = await api.ask('{ faqRatings { entry helped notHelped } }', { as: 'PROVIDER_ADMIN' })
  assert.deepEqual(ofAll.data['faqRatings'], [{ entry: 'sign-in', helped: 2, notHelped: 2 }])
  assert.deepEqual(await ratings(), [{ entry: 'sign-in', helped: 1, notHelped: 2 }])
  await api.database.pool.query(`delete from faq_rating where company_id = $1`, [OTHER])
  const stranger = await api.ask('{ faqRatings { entry } }', { as: api.stranger, company: OTHER })
  assert.deepEqual([stranger.errors, stranger.data['faqRatings']], [[], []])
  const [forbidden] = (await api.ask('{ faqRatings { entry } }', { as: 'OPERATOR' })).errors
  assert.equal(forbidden?.extensions.code, 'FORBIDDEN')
})

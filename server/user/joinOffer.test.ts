import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

const OFFER = 'query ($secret: String!) { joinOffer(secret: $secret) { companyName role expiresOn } }'

describe('what a link to join by offers', () => {
  let api: TestApi
  let now = Date.UTC(2026, 4, 4, 12)
  before(async () => {
    api = await startTestApi({ now: () => now })
  })
  after(() => api.close())

  const offer = (secret: string) => api.ask(OFFER, { as: api.stranger, company: null, variables: { secret } })

  async function createLink(): Promise<{ readonly id: string; readonly secret: string }> {
    const { data, errors } = await api.ask('mutation { createJoinLink(role: OPERATOR, days: 7) { id url } }', { as: 'ADMIN' })
    assert.deepEqual(errors, [])
    const { id, url } = data['createJoinLink'] as { readonly id: string; readonly url: string }
    return { id, secret: new URL(url).searchParams.get('secret') ?? '' }
  }

  it('is told to somebody of no company of the link, and makes nobody a member', async () => {
    const { secret } = await createLink()
    const { data } = await offer(secret)
    const expiresOn = new Date(now + 7 * DAY_MS).toISOString()
    const told = data['joinOffer'] as { readonly companyName: string; readonly role: string; readonly expiresOn: string }
    assert.deepEqual([told.role, told.expiresOn], ['OPERATOR', expiresOn])
    assert.notEqual(told.companyName, '')
    const members = await api.ask('{ joinLinks { uses } }', { as: 'ADMIN' })
    assert.deepEqual(members.data['joinLinks'], [{ uses: 0 }])
  })

  it('is refused alike for a link that is unknown, revoked or over', async () => {
    const [revoked, over] = [await createLink(), await createLink()]
    await api.ask('mutation ($id: Guid!) { revokeJoinLink(id: $id) }', { as: 'ADMIN', variables: { id: revoked.id } })
    now += 7 * DAY_MS
    for (const secret of ['nothing', revoked.secret, over.secret]) {
      const { errors } = await offer(secret)
      assert.deepEqual(
        errors.map((error) => error.extensions.code),
        ['LINK_EXPIRED'],
      )
    }
  })
})

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { OLENA, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'

let server: IdentityServer
let issuer: string
let keys: Awaited<ReturnType<typeof generateKeyPair>>
/** The address from which on the provider answers nothing but that it is away. */
let away: string | null = null
const provider = createServer()

before(async () => {
  keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'theirs', alg: 'ES256' }
  provider.on('request', (request, response) => {
    if (away !== null && request.url?.endsWith(away)) return response.writeHead(503).end('away')
    const documents: Readonly<Record<string, unknown>> = {
      '/realm/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
      '/realm/keys': { keys: [jwk] },
    }
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(documents[request.url ?? ''] ?? null))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  assert.ok(typeof address === 'object' && address !== null)
  issuer = `http://127.0.0.1:${address.port}/realm`
  const trusted = [{ issuer, audience: 'trueline', emailClaim: 'mail', companyIds: ['ACME1'] }]
  server = await startIdentityServer({ TRUSTED_ISSUERS: JSON.stringify(trusted) })
})
after(async () => {
  await server.close()
  await new Promise((resolve) => provider.close(resolve))
})

const sign = (claims: Record<string, unknown>) =>
  new SignJWT({ iss: issuer, aud: 'trueline', mail: OLENA, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'theirs' })
    .setExpirationTime('1m')
    .sign(keys.privateKey)

test('a provider that is away makes no token wrong', async () => {
  for (const path of ['openid-configuration', 'keys']) {
    away = path
    await assert.rejects(server.identity.verifyAccessToken(await sign({})), { code: 'SERVICE_UNAVAILABLE' }, path)
  }
  away = null
})

test('a customer’s provider from the settings signs in its people, found through its discovery document', async () => {
  const principal = await server.identity.verifyAccessToken(await sign({}))
  assert.deepEqual([principal?.companyId, principal?.onlyCompanyIds], [null, ['ACME1']])
  assert.match(principal?.userId ?? '', /^[0-9a-f-]{36}$/)
})

test('its tokens for others, for strangers and without its e-mail claim are refused', async () => {
  const wrong = [{ aud: 'other' }, { mail: 'stranger@customer.example' }, { mail: undefined }, { iss: `${issuer}/` }]
  const unproven = [{ email_verified: false }, { email_verified: 'false' }]
  for (const claims of [...wrong, ...unproven]) {
    assert.equal(await server.identity.verifyAccessToken(await sign(claims)), null, JSON.stringify(claims))
  }
})

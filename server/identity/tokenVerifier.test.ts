import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { base64url, createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { createLog } from '#server/log.ts'
import { createOrigins, parseIssuer } from './authority.ts'
import { embeddedIssuer, verifyToken } from './tokenVerifier.ts'
import type { IssuerRow } from './tokenVerifier.ts'

const USER = '01900000-0000-7000-8000-000000000001'
const ISSUER = 'https://trueline.example/identity'
const EXTERNAL = 'https://login.customer.example/realms/plant'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
type Token = { claims?: Record<string, unknown>; header?: Record<string, unknown>; key?: Keys; lifetime?: number }

let own: Keys
let foreign: Keys
let rows: readonly IssuerRow[]

before(async () => {
  ;[own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwks = async (keys: Keys) => createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'key', alg: 'RS256' }] })
  const origins = createOrigins('https://trueline.example')
  rows = [
    embeddedIssuer((issuer) => parseIssuer(issuer, origins) !== null, await jwks(own)),
    {
      isIssuer: (issuer) => issuer === EXTERNAL,
      keys: await jwks(foreign),
      algorithms: ['RS256'],
      audience: null,
      requiredScope: 'trueline',
      typ: null,
      claimMap: { user: { claim: 'email', is: 'email' }, company: null, session: null },
      hasCompanyInPath: false,
      onlyCompanyIds: [asId<CompanyId>('ACME1')],
    },
  ]
})

/** A token that is right in every respect, but for what the case changes. */
async function sign({ claims = {}, header = {}, key = own, lifetime = 60 }: Token): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: ISSUER, aud: 'api', sub: USER, scope: 'openid api', tenant: 'DEFLT', iat: now, exp: now + lifetime, ...claims }
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'key', ...header }).sign(key.privateKey)
}

const verify = (token: string) =>
  verifyToken(token, rows, {
    log: createLog('silent'),
    findUserId: (email) => Promise.resolve(email === 'olena@customer.example' ? asId<UserId>(USER) : null),
  })

test('a token of ours that is right in every respect is accepted', async () => {
  assert.deepEqual(await verify(await sign({ claims: { sid: 'session' } })), { userId: USER, companyId: 'DEFLT', sessionId: 'session' })
  const company = await verify(await sign({ claims: { iss: `${ISSUER}/company/DEFLT` } }))
  assert.equal(company?.companyId, 'DEFLT')
})

const refused: readonly { name: string; token: () => Token }[] = [
  { name: 'a key that is not ours', token: () => ({ key: foreign }) },
  { name: 'a key id that is not ours', token: () => ({ header: { kid: 'other' } }) },
  { name: 'another type of token', token: () => ({ header: { typ: 'JWT' } }) },
  { name: 'another audience', token: () => ({ claims: { aud: 'trueline-web' } }) },
  { name: 'no audience', token: () => ({ claims: { aud: undefined } }) },
  { name: 'an expired one', token: () => ({ lifetime: -10 }) },
  { name: 'one that never expires', token: () => ({ claims: { exp: undefined } }) },
  { name: 'another issuer', token: () => ({ claims: { iss: 'https://evil.example/identity' } }) },
  { name: 'an issuer that begins like ours', token: () => ({ claims: { iss: 'https://trueline.example.evil.example/identity' } }) },
  { name: 'a path of ours that is no authority', token: () => ({ claims: { iss: `${ISSUER}/company/DEFLT/extra` } }) },
  { name: 'no issuer', token: () => ({ claims: { iss: undefined } }) },
  { name: 'the company of the path is not that of the token', token: () => ({ claims: { iss: `${ISSUER}/company/ACME1` } }) },
  { name: 'a company in the path and none in the token', token: () => ({ claims: { iss: `${ISSUER}/company/DEFLT`, tenant: undefined } }) },
  { name: 'a missing scope', token: () => ({ claims: { scope: 'openid profile' } }) },
  { name: 'a subject that is no user id', token: () => ({ claims: { sub: 'admin' } }) },
  { name: 'a token of a trusted external issuer signed with our key', token: () => ({ claims: { iss: EXTERNAL } }) },
]

for (const { name, token } of refused) {
  test(`refuses ${name}`, async () => assert.equal(await verify(await sign(token())), null))
}

test('refuses alg none, a symmetric signature with the public key, and what is no token', async () => {
  const good = await sign({})
  const payload = good.split('.')[1] ?? ''
  const none = `${base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }))}.${payload}.`
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(own.publicKey)))
  const symmetric = await new SignJWT({ iss: ISSUER, aud: 'api', sub: USER, scope: 'api' })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'key' })
    .setExpirationTime('1m')
    .sign(secret)
  for (const token of [none, symmetric, '', 'x', 'a.b.c', `${good}x`]) assert.equal(await verify(token), null, token.slice(0, 20))
})

test('an external issuer is accepted on its own terms: scope in place of audience, people by e-mail address', async () => {
  const external = (claims: Record<string, unknown>) =>
    sign({
      key: foreign,
      header: { typ: 'JWT' },
      claims: { iss: EXTERNAL, aud: 'openid company roles', scope: 'openid trueline', ...claims },
    })
  assert.deepEqual(await verify(await external({ email: 'olena@customer.example' })), {
    userId: USER,
    companyId: null,
    sessionId: null,
    onlyCompanyIds: ['ACME1'],
  })
  assert.equal(await verify(await external({ email: 'stranger@customer.example' })), null)
  assert.equal(await verify(await external({ email: 'olena@customer.example', email_verified: false })), null)
  assert.equal(await verify(await external({ email: 'olena@customer.example', scope: 'openid' })), null)
})

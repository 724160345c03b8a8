import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { OLENA, signIn, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

test('code flow with PKCE: a signed-in person gets an id token, a JWT access token for the API and a refresh token', async () => {
  const { tokens } = await signIn(server.origin, OLENA)
  const header = decodeProtectedHeader(tokens.access_token)
  const claims = decodeJwt(tokens.access_token)
  assert.equal(header.typ, 'at+jwt')
  assert.equal(header.alg, 'RS256')
  assert.equal(claims.aud, 'api')
  assert.equal(claims.iss, `${server.origin}/identity`)
  assert.equal(claims['tenant'], 'DEFLT')
  assert.equal(claims['role'], 'ADMIN')
  assert.equal(claims['scope'], 'openid company profile roles api')
  assert.ok(tokens.refresh_token)
  const idClaims = tokens.claims()
  assert.equal(idClaims?.['preferred_username'], OLENA)
  assert.equal(idClaims?.['company_id'], 'DEFLT')
  const principal = await server.identity.verifyAccessToken(tokens.access_token)
  assert.equal(principal?.userId, claims.sub)
  assert.equal(principal?.companyId, 'DEFLT')
})

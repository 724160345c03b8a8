import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { followBack, MAREK, OLENA, sendSignIn, signIn, startFlow, startIdentityServer } from './testing/identityServer.ts'
import type { IdentityServer } from './testing/identityServer.ts'

let server: IdentityServer

before(async () => {
  server = await startIdentityServer()
})
after(() => server.close())

test('code flow with PKCE: a person gets an id token, a JWT access token for the API and a refresh token', async () => {
  const { tokens } = await signIn(server.origin, OLENA)
  const { typ, alg } = decodeProtectedHeader(tokens.access_token)
  const claims = decodeJwt(tokens.access_token)
  assert.deepEqual([typ, alg], ['at+jwt', 'RS256'])
  assert.deepEqual([claims.aud, claims.iss], ['api', `${server.origin}/identity`])
  assert.deepEqual([claims['tenant'], claims['role']], ['DEFLT', 'ADMIN'])
  assert.equal(claims['scope'], 'openid company profile roles api')
  assert.ok(tokens.refresh_token)
  const idClaims = tokens.claims()
  assert.deepEqual([idClaims?.['preferred_username'], idClaims?.['company_id']], [OLENA, 'DEFLT'])
  const principal = await server.identity.verifyAccessToken(tokens.access_token)
  assert.deepEqual([principal?.userId, principal?.companyId], [claims.sub, 'DEFLT'])
})

test('userinfo answers the session profile of the specification', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA, { companyId: 'ACME1' })
  const sub = decodeJwt(tokens.access_token).sub ?? ''
  assert.deepEqual(await client.fetchUserInfo(config, tokens.access_token, sub), {
    sub,
    preferred_username: OLENA,
    name: 'Olena Kovalenko',
    role: 'ADMIN',
    company_id: 'ACME1',
    company_name: 'Acme Works',
    company_info: [
      { id: 'DEFLT', name: 'Demo factory' },
      { id: 'ACME1', name: 'Acme Works' },
    ],
  })
})

test('userinfo refuses no token, a wrong one, and the token of another authority', async () => {
  const { tokens } = await signIn(server.origin, OLENA, { companyId: 'ACME1' })
  const ask = (path: string, authorization?: string) =>
    fetch(`${server.origin}${path}`, authorization === undefined ? {} : { headers: { authorization } })
  const own = `Bearer ${tokens.access_token}`
  assert.equal((await ask('/identity/company/ACME1/userinfo', own)).status, 200)
  assert.equal((await ask('/identity/company/ACME1/userinfo')).status, 401)
  assert.equal((await ask('/identity/company/ACME1/userinfo', `${own.slice(0, -4)}AAAA`)).status, 401)
  assert.equal((await ask('/identity/company/DEFLT/userinfo', own)).status, 401)
})

test('switching the company is a new authority in the same sign-in session: no second password', async () => {
  const first = await signIn(server.origin, OLENA)
  const second = await startFlow(server.origin, { companyId: 'ACME1', browser: first.browser })
  assert.match(second.location, /\/signin-oidc\?code=/)
  const tokens = await client.authorizationCodeGrant(second.config, new URL(second.location), second.checks)
  const claims = decodeJwt(tokens.access_token)
  assert.deepEqual([claims['tenant'], claims.iss], ['ACME1', `${server.origin}/identity/company/ACME1`])
  const refreshed = await client.refreshTokenGrant(first.config, first.tokens.refresh_token ?? '')
  assert.equal(decodeJwt(refreshed.access_token)['tenant'], 'DEFLT', 'the first company goes on')
})

test('a refresh token of one company is refused at the authority of another', async () => {
  const { tokens, browser } = await signIn(server.origin, OLENA)
  const other = await startFlow(server.origin, { companyId: 'ACME1', browser })
  await assert.rejects(client.refreshTokenGrant(other.config, tokens.refresh_token ?? ''), { error: 'invalid_target' })
})

test('a person who is no member of the company is refused, with the right password and with a session', async () => {
  const flow = await startFlow(server.origin, { companyId: 'ACME1' })
  const refused = await sendSignIn(flow, MAREK)
  assert.equal(refused.status, 403)
  assert.deepEqual(await refused.json(), { error: 'NOT_A_MEMBER' })

  const { browser } = await signIn(server.origin, MAREK)
  for (const companyId of ['ACME1', 'ZZZZZ']) {
    const back = new URL((await startFlow(server.origin, { companyId, browser })).location)
    assert.deepEqual(
      [back.pathname, back.searchParams.get('error'), back.searchParams.get('code')],
      ['/signin-oidc', 'access_denied', null],
    )
  }
})

test('a member who is removed gets no further access token', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA, { companyId: 'ACME1' })
  const userId = asId<UserId>(decodeJwt(tokens.access_token).sub ?? '')
  const removed = await server.database.inSystem((tx) =>
    tx
      .deleteFrom('membership')
      .where('user_id', '=', userId)
      .where('company_id', '=', asId<CompanyId>('ACME1'))
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  await server.database.inSystem((tx) => tx.insertInto('membership').values(removed).execute())
})

test('refresh rotates: two tabs that renew one after the other under a lock both stay signed in', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  let stored = tokens.refresh_token ?? ''
  const seen = new Set([stored])
  let turn = Promise.resolve()
  const renewInTurn = () => {
    turn = turn.then(async () => {
      const fresh = await client.refreshTokenGrant(config, stored)
      stored = fresh.refresh_token ?? ''
      seen.add(stored)
    })
    return turn
  }
  await Promise.all([renewInTurn(), renewInTurn(), renewInTurn()])
  assert.equal(seen.size, 4, 'each renewal handed out a new refresh token')
})

/** Lets what was used up have been used so many seconds earlier. */
const passSeconds = (seconds: number) =>
  server.database.inSystem((tx) =>
    sql`update oidc_payload set consumed_on = consumed_on - make_interval(secs => ${seconds}) where consumed_on is not null`.execute(tx),
  )

test('a replayed refresh token revokes the grant: the newest token dies too', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  const stolen = tokens.refresh_token ?? ''
  const fresh = await client.refreshTokenGrant(config, stolen)
  await passSeconds(31)
  await assert.rejects(client.refreshTokenGrant(config, stolen), { error: 'invalid_grant' })
  await assert.rejects(client.refreshTokenGrant(config, fresh.refresh_token ?? ''), { error: 'invalid_grant' })
})

test('an answer that was lost ends nothing: the very last refresh token works again for some seconds', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  const last = tokens.refresh_token ?? ''
  await client.refreshTokenGrant(config, last) // this answer does not arrive
  await passSeconds(20)
  const second = await client.refreshTokenGrant(config, last)
  assert.notEqual(await server.identity.verifyAccessToken(second.access_token), null)
  const third = await client.refreshTokenGrant(config, second.refresh_token ?? '')
  await assert.rejects(client.refreshTokenGrant(config, last), { error: 'invalid_grant' }, 'it is not the last one any more')
  await assert.rejects(client.refreshTokenGrant(config, third.refresh_token ?? ''), { error: 'invalid_grant' }, 'so it is a replay')
})

test('uses of one refresh token at the same time all succeed, and one of them goes on: the others end the session', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  const uses = await Promise.all(Array.from({ length: 4 }, () => client.refreshTokenGrant(config, tokens.refresh_token ?? '')))
  assert.equal(new Set(uses.map((use) => use.refresh_token)).size, 4)
  const [first, other] = uses.map((use) => use.refresh_token ?? '')
  const next = await client.refreshTokenGrant(config, first ?? '')
  await passSeconds(31)
  const after = await client.refreshTokenGrant(config, next.refresh_token ?? '')
  await assert.rejects(client.refreshTokenGrant(config, other ?? ''), { error: 'invalid_grant' })
  await assert.rejects(client.refreshTokenGrant(config, after.refresh_token ?? ''), { error: 'invalid_grant' })
})

test('long after its last use, of many uses of one refresh token at the same time none succeeds, and nothing lives on', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  const fresh = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  await passSeconds(31)
  const uses = await Promise.allSettled(Array.from({ length: 4 }, () => client.refreshTokenGrant(config, tokens.refresh_token ?? '')))
  assert.deepEqual(
    uses.map((use) => use.status),
    ['rejected', 'rejected', 'rejected', 'rejected'],
  )
  await assert.rejects(client.refreshTokenGrant(config, fresh.refresh_token ?? ''), { error: 'invalid_grant' })
})

test('a renewal that is refused for its resource does not use the refresh token up', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  const refreshToken = tokens.refresh_token ?? ''
  for (const resource of ['urn:trueline:api:ACME1', 'https://evil.example']) {
    await assert.rejects(client.refreshTokenGrant(config, refreshToken, { resource }), { error: 'invalid_target' })
  }
  const other = await startFlow(server.origin, { companyId: 'ACME1' })
  await assert.rejects(client.refreshTokenGrant(other.config, refreshToken), { error: 'invalid_target' })
  await passSeconds(31)
  assert.ok((await client.refreshTokenGrant(config, refreshToken)).access_token)
})

test('the database holds no code and no refresh token that works', async () => {
  const { tokens } = await signIn(server.origin, OLENA)
  const { rows } = await server.database.pool.query<{ text: string }>('select row_to_json(oidc_payload)::text as text from oidc_payload')
  assert.ok(rows.length > 0)
  assert.ok(!rows.some((row) => row.text.includes(tokens.refresh_token ?? '?')))
})

test('a code is good once, and only with its verifier', async () => {
  const flow = await startFlow(server.origin)
  const back = await followBack(flow, await sendSignIn(flow, OLENA))
  const wrong = { ...flow.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await assert.rejects(client.authorizationCodeGrant(flow.config, back, wrong), { error: 'invalid_grant' })
  const again = await startFlow(server.origin, { browser: flow.browser })
  await client.authorizationCodeGrant(again.config, new URL(again.location), again.checks)
  await assert.rejects(client.authorizationCodeGrant(again.config, new URL(again.location), again.checks), { error: 'invalid_grant' })
})

test('without PKCE there is no code', async () => {
  const flow = await startFlow(server.origin, { params: { code_challenge: '', code_challenge_method: '' } })
  assert.equal(new URL(flow.location).searchParams.get('error'), 'invalid_request')
})

test('a foreign return address is never followed: not at sign-in, not at sign-out', async () => {
  const browser = (await signIn(server.origin, OLENA)).browser
  for (const uri of [
    'https://evil.example/signin-oidc',
    `${server.origin}/signin-oidc/../evil`,
    `${server.origin}.evil.example/signin-oidc`,
  ]) {
    const url = new URL(`${server.origin}/identity/auth`)
    url.search = new URLSearchParams({ client_id: 'trueline-web', response_type: 'code', scope: 'openid', redirect_uri: uri }).toString()
    const answer = await browser.get(url.href)
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], uri)
  }
  const out = await browser.get(
    `${server.origin}/identity/session/end?client_id=trueline-web&post_logout_redirect_uri=https%3A%2F%2Fevil.example`,
  )
  assert.deepEqual([out.status, out.headers.get('location')], [400, null])
})

test('the state comes back as it went, whatever it holds', async () => {
  const state = 'https://evil.example/?a=1&b=<script>'
  const flow = await startFlow(server.origin, { params: { state } })
  const back = await followBack(flow, await sendSignIn(flow, OLENA))
  assert.deepEqual([back.origin, back.searchParams.get('state')], [server.origin, state])
})

test('sign-out from the application ends session and refresh token and returns to it', async () => {
  const { tokens, config, browser } = await signIn(server.origin, OLENA)
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${server.origin}/signout-oidc`,
  })
  const page = await browser.get(url.href)
  const html = await page.text()
  assert.match(html, /<form data-submit [^>]*id="op\.logoutForm"/)
  assert.doesNotMatch(html, /https:\/\//, 'nothing is loaded from elsewhere')
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const done = await browser.postForm(action, { xsrf: /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '', logout: 'yes' })
  assert.equal(done.headers.get('location'), `${server.origin}/signout-oidc`)
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), { error: 'invalid_grant' })
  assert.match((await startFlow(server.origin, { browser })).location, /\/identity\/interaction\//, 'the password is asked for again')
})

test('a sign-out that no application asked for waits for the person', async () => {
  const { browser } = await signIn(server.origin, OLENA)
  const html = await (await browser.get(`${server.origin}/identity/session/end`)).text()
  assert.doesNotMatch(html, /data-submit/)
  assert.match(html, /<button type="submit"/)
})

test('remember me: the cookie outlives the browser only when asked for', async () => {
  const cookieOf = async (remember: boolean) => {
    const { browser } = await signIn(server.origin, OLENA, { remember })
    const cookie = browser.cookies.find((one) => one.name === 'trueline_session')
    assert.match(cookie?.attributes ?? '', /httponly/i)
    assert.match(cookie?.attributes ?? '', /samesite=lax/i)
    return /expires=([^;]+)/i.exec(cookie?.attributes ?? '')?.[1]
  }
  assert.equal(await cookieOf(false), undefined)
  const days = (Date.parse((await cookieOf(true)) ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 29 && days < 31, `${days} days`)
})

test('localhost and 127.0.0.1 of the port are both issuers; a made-up host is not', async () => {
  const { port } = new URL(server.origin)
  const { tokens } = await signIn(`http://localhost:${port}`, OLENA)
  assert.equal(decodeJwt(tokens.access_token).iss, `http://localhost:${port}/identity`)
  assert.notEqual(await server.identity.verifyAccessToken(tokens.access_token), null)
  const { default: http } = await import('node:http')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  http
    .get(`${server.origin}/identity/.well-known/openid-configuration`, { headers: { host: 'evil.example' } }, (answer) => {
      answer.setEncoding('utf8').on('data', (text: string) => resolve(text))
    })
    .on('error', reject)
  assert.doesNotMatch(await promise, /evil\.example/)
})

test('while the database is away a renewal is answered 503, and the refresh token stays good', async () => {
  const { tokens, config } = await signIn(server.origin, OLENA)
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'trueline-web', refresh_token: tokens.refresh_token ?? '' })
  server.setAway(true)
  const answer = await fetch(`${server.origin}/identity/token`, { method: 'POST', body })
  server.setAway(false)
  assert.deepEqual([answer.status, answer.headers.get('retry-after') !== null], [503, true])
  assert.doesNotMatch(await answer.text(), /"error"/)
  assert.ok((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token)
})

test('the token endpoint answers the application’s own origin and no other', async () => {
  for (const [origin, status] of [
    [server.origin, 200],
    ['https://evil.example', 400],
  ] as const) {
    const { tokens } = await signIn(server.origin, OLENA)
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'trueline-web', refresh_token: tokens.refresh_token ?? '' })
    const answer = await fetch(`${server.origin}/identity/token`, { method: 'POST', body, headers: { origin } })
    assert.equal(answer.status, status, origin)
  }
})

test('the error page escapes what the request said, loads nothing from elsewhere and speaks the language of the browser', async () => {
  const script = '<script>alert(1)</script>'
  const url = `${server.origin}/identity/auth?client_id=${encodeURIComponent(script)}&scope=${encodeURIComponent(script)}`
  const answer = await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'pl-PL,pl;q=0.9,en;q=0.5' } })
  const html = await answer.text()
  assert.equal(answer.status, 400)
  assert.match(html, /<html lang="pl">/)
  assert.doesNotMatch(html, /<script|https?:/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
})

test('a NUL in what a browser or a client sends is refused as theirs, never as a failure of ours', async () => {
  const asked = new URLSearchParams({
    client_id: 'trueline-web',
    redirect_uri: `${server.origin}/signin-oidc`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    state: 'kept\0',
  })
  const authorization = await fetch(`${server.origin}/identity/auth?${asked}`, { redirect: 'manual' })
  assert.ok(authorization.status >= 300 && authorization.status < 500, String(authorization.status))
  const token = await fetch(`${server.origin}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'trueline-web', refresh_token: 'x\0' }),
  })
  assert.deepEqual([token.status, ((await token.json()) as { error: string }).error], [400, 'invalid_grant'])
})

import { createHash, randomBytes } from 'node:crypto'

export type SignIn = { readonly url: string; readonly email: string; readonly password: string; readonly companyId: string }

const CLIENT_ID = 'trueline-web'
const SCOPE = 'openid company profile offline_access roles api'
const MOST_REDIRECTS = 10
/** A server that does not answer is told of, not waited for. */
const ANSWER_LIMIT_MS = 60_000

/** Returns an access token for a person and a company, null = none that the address names, got by the code flow with PKCE as a browser does; throws with the provider's code when it refuses. */
export async function signIn({
  url,
  email,
  password,
  companyId,
}: Omit<SignIn, 'companyId'> & { readonly companyId: string | null }): Promise<string> {
  const authority = companyId === null ? `${url}/identity` : `${url}/identity/company/${encodeURIComponent(companyId)}`
  const { authorization_endpoint: authorize, token_endpoint: token } = await readJson(
    await fetch(`${authority}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }),
  )
  const verifier = randomBytes(32).toString('base64url')
  const request = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: `${url}/signin-oidc`,
    scope: SCOPE,
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const browser = new CookieJar()
  const screen = await browser.follow(`${String(authorize)}?${request.toString()}`, (at) => at.pathname.includes('/interaction/'))
  const answer = await browser.send(`${screen.href}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, remember: false }),
  })
  const { continueAt } = await readJson(answer)
  const back = await browser.follow(String(continueAt), (at) => at.pathname === '/signin-oidc')
  const grant = await fetch(String(token), {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: `${url}/signin-oidc`,
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  })
  return String((await readJson(grant))['access_token'])
}

async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}: ${text.slice(0, 300)}`)
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

/** A minimal browser for sign-ins: keeps cookies by path and follows redirects until told to stop. */
class CookieJar {
  readonly #cookies = new Map<string, { readonly pair: string; readonly path: string }>()

  async send(
    url: string,
    init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
  ): Promise<Response> {
    const { pathname } = new URL(url)
    const cookie = [...this.#cookies.values()].filter(({ path }) => pathname.startsWith(path)).map(({ pair }) => pair)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: cookie.join('; ') },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    for (const text of response.headers.getSetCookie()) this.#keep(text)
    return response
  }

  async follow(url: string, isEnd: (at: URL) => boolean): Promise<URL> {
    let at = new URL(url)
    for (let count = 0; count < MOST_REDIRECTS && !isEnd(at); count++) {
      const response = await this.send(at.href)
      // Read to its end, so that the connection is free for the next request.
      await response.arrayBuffer()
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${at.href} answers ${response.status} and leads nowhere`)
      at = new URL(location, at)
    }
    return at
  }

  #keep(text: string): void {
    const pair = text.split(';')[0] ?? ''
    const path = /;\s*path=([^;]*)/i.exec(text)?.[1] ?? '/'
    this.#cookies.set(`${pair.split('=')[0]} ${path}`, { pair, path })
  }
}

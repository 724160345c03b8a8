/** A browser as far as sign-in needs one: it keeps cookies by path, sends its origin and stops at redirects. */
export type CookieBrowser = {
  get(url: string): Promise<Response>
  postJson(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  postForm(url: string, fields: Readonly<Record<string, string>>): Promise<Response>
  readonly cookies: readonly Cookie[]
}

/** Returns a browser with the same cookies but for the sign-in session. */
export function withoutSession(browser: CookieBrowser): CookieBrowser {
  return createCookieBrowser(browser.cookies.filter((cookie) => cookie.name === 'trueline_browser'))
}

type Cookie = { readonly name: string; readonly value: string; readonly path: string; readonly attributes: string }

/** Returns a browser, by default without any cookie. */
export function createCookieBrowser(kept: readonly Cookie[] = []): CookieBrowser {
  let cookies = kept
  const send = async (url: string, init: { method: string; headers?: Record<string, string>; body?: string }) => {
    const { pathname, origin } = new URL(url)
    const cookie = cookies
      .filter((one) => pathname === one.path || pathname.startsWith(one.path.endsWith('/') ? one.path : `${one.path}/`))
      .map((one) => `${one.name}=${one.value}`)
      .join('; ')
    const headers = { cookie, ...(init.method === 'POST' ? { origin, 'sec-fetch-site': 'same-origin' } : {}), ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const text of response.headers.getSetCookie()) cookies = keep(cookies, parse(text))
    return response
  }
  return {
    get: (url) => send(url, { method: 'GET', headers: { accept: 'text/html' } }),
    postJson: (url, body, headers = {}) =>
      send(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    postForm: (url, fields) =>
      send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: new URLSearchParams(fields).toString(),
      }),
    get cookies() {
      return cookies
    },
  }
}

function parse(text: string): Cookie {
  const [pair = '', ...attributes] = text.split('; ')
  const at = pair.indexOf('=')
  const path = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice('path='.length) ?? '/'
  return { name: pair.slice(0, at), value: pair.slice(at + 1), path, attributes: attributes.join('; ') }
}

function keep(cookies: readonly Cookie[], fresh: Cookie): readonly Cookie[] {
  const others = cookies.filter((one) => one.name !== fresh.name || one.path !== fresh.path)
  return /expires=Thu, 01 Jan 1970/i.test(fresh.attributes) ? others : [...others, fresh]
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { selfSigned } from '#server/testing/selfSigned.ts'
import type { OutboundProblem, OutboundRequest } from './guardedFetch.ts'
import { createGuardedFetch, OutboundFailure } from './guardedFetch.ts'
import { isReachableAddress } from './reachableAddress.ts'

const PUBLIC = '93.184.215.14'

async function problemOf(work: Promise<unknown>): Promise<OutboundProblem | 'none'> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof OutboundFailure) return error.problem
    throw error
  }
}

test('a private address is reached only where it is allowed, the own link and reserved ranges never', () => {
  const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.9', '100.64.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1', '::ffff:7f00:1']
  const never = [
    '169.254.169.254',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    'fd00:ec2::254',
    'fd00:0ec2:0:0::0254',
    'fd20:ce::254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    'fe80::1',
    'ff02::1',
    '::',
    '::ffff:a9fe:a9fe',
    '2002:7f00:1::',
    '64:ff9b::1',
    'x',
  ]
  const everyone = [PUBLIC, '2a02:a300::1', '::ffff:5db8:d70e']
  const reach = (list: readonly string[], allowsPrivate: boolean) =>
    list.filter((address) => isReachableAddress(address, { allowsPrivate }))
  assert.deepEqual(reach([...inside, ...never, ...everyone], false), everyone)
  assert.deepEqual(reach([...inside, ...never, ...everyone], true), [...inside, ...everyone])
})

suite('asking others for a customer', () => {
  const certificate = selfSigned('hook')
  const asked: {
    readonly method: string | undefined
    readonly url: string | undefined
    readonly host: string | undefined
    readonly body: string
  }[] = []
  const answers: Readonly<Record<string, RequestListener>> = {
    '/big': (_got, answer) => answer.end(Buffer.alloc(2000)),
    '/slow': (_got, answer) => void answer.write('begun'),
    '/near': (_got, answer) => answer.writeHead(302, { location: '/there' }).end(),
    '/far': (_got, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    '/loop': (_got, answer) => answer.writeHead(302, { location: '/loop' }).end(),
    '/cut': (got) => got.socket.destroy(),
  }
  const listener: RequestListener = (got, answer) => {
    let body = ''
    got.setEncoding('utf8').on('data', (part: string) => (body += part))
    got.on('end', () => {
      asked.push({ method: got.method, url: got.url, host: got.headers.host, body })
      const other = answers[(got.url ?? '').split('?')[0] ?? '']
      if (other === undefined) answer.writeHead(202, { 'x-one': ['a', 'b'] }).end(`heard ${body}`)
      else other(got, answer)
    })
  }
  const plain = createServer(listener)
  const tls = createTlsServer(certificate, listener)
  const portOf = (server: typeof plain | typeof tls) => (server.address() as AddressInfo).port
  const allowed = createGuardedFetch({ allowsPrivate: true })
  const strict = createGuardedFetch({ allowsPrivate: false })
  const at = (path: string, host = '127.0.0.1') => `http://${host}:${portOf(plain)}${path}`

  before(async () => {
    for (const server of [plain, tls]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
  })
  after(() => {
    for (const server of [plain, tls]) {
      server.close()
      server.closeAllConnections()
    }
  })

  test('sends method, body and headers, and returns status, headers and body', async () => {
    const { status, headers, body } = await allowed({ url: at('/hook?a=1'), method: 'POST', body: 'hello ✓' })
    assert.deepEqual([status, headers['x-one'], body.toString()], [202, 'a, b', 'heard hello ✓'])
    assert.deepEqual(asked.at(-1), { method: 'POST', url: '/hook?a=1', host: `127.0.0.1:${portOf(plain)}`, body: 'hello ✓' })
  })

  test('connects to no private address, however it is written', async () => {
    const before = asked.length
    const port = portOf(plain)
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'])
      assert.equal(await problemOf(strict({ url: `http://${host}:${port}/` })), 'ADDRESS_REFUSED', host)
    assert.equal(asked.length, before)
  })

  test('refuses a name when one of its addresses is private, and asks the name once: what it means later does not matter', async () => {
    let times = 0
    const rebinding = createGuardedFetch({
      allowsPrivate: false,
      resolve: async () => (times++ === 0 ? [PUBLIC, '127.0.0.1'] : ['127.0.0.1']),
    })
    assert.equal(await problemOf(rebinding({ url: at('/', 'hook.example') })), 'ADDRESS_REFUSED')
    assert.equal(times, 1)
    const pinned = createGuardedFetch({ allowsPrivate: true, resolve: async () => ['127.0.0.1'] })
    assert.equal((await pinned({ url: at('/', 'no-such-name.invalid') })).status, 202)
    assert.equal(asked.at(-1)?.host, `no-such-name.invalid:${portOf(plain)}`)
  })

  test('follows a redirect on its own host where that is asked for, to no other, and no endless one', async () => {
    assert.equal((await allowed({ url: at('/near') })).status, 302)
    assert.equal((await allowed({ url: at('/near'), redirects: 1 })).status, 202)
    assert.equal((await allowed({ url: at('/near'), redirects: 1, method: 'POST' })).status, 302)
    assert.equal((await allowed({ url: at('/loop'), redirects: 3 })).status, 302)
    assert.equal(await problemOf(allowed({ url: at('/far'), redirects: 3 })), 'REDIRECT_REFUSED')
  })

  test('ends an answer at its limits of time and size', async () => {
    assert.equal(await problemOf(allowed({ url: at('/big'), maxBytes: 1999 })), 'TOO_LARGE')
    assert.equal((await allowed({ url: at('/big'), maxBytes: 2000 })).body.length, 2000)
    assert.equal(await problemOf(allowed({ url: at('/slow'), timeoutMs: 50 })), 'TIMEOUT')
    const never = createGuardedFetch({ allowsPrivate: true, resolve: () => new Promise(() => undefined) })
    assert.equal(await problemOf(never({ url: at('/', 'hook.example'), timeoutMs: 50 })), 'TIMEOUT')
  })

  test('says why there is no answer', async () => {
    const rows: readonly (readonly [OutboundRequest, OutboundProblem])[] = [
      [{ url: 'no url' }, 'URL_REFUSED'],
      [{ url: 'ftp://127.0.0.1/' }, 'URL_REFUSED'],
      [{ url: 'http://name:word@127.0.0.1/' }, 'URL_REFUSED'],
      [{ url: at('/'), isTlsOnly: true }, 'URL_REFUSED'],
      [{ url: 'https://127.0.0.1:8443/', isTlsOnly: true }, 'URL_REFUSED'],
      [{ url: at('/cut') }, 'UNREACHABLE'],
      [{ url: `https://127.0.0.1:${portOf(tls)}/` }, 'CERTIFICATE_REFUSED'],
    ]
    for (const [request, problem] of rows) assert.equal(await problemOf(allowed(request)), problem, request.url)
    const lost = createGuardedFetch({
      allowsPrivate: true,
      resolve: async () => Promise.reject(Object.assign(new Error('not there'), { code: 'ENOTFOUND' })),
    })
    assert.equal(await problemOf(lost({ url: at('/', 'hook.example') })), 'HOST_UNKNOWN')
    await assert.rejects(allowed({ url: at('/cut?key=secret') }), (error) => error instanceof Error && !error.message.includes('secret'))
  })

  test('trusts the certificates of its own that a customer gave', async () => {
    const { status } = await allowed({ url: `https://localhost:${portOf(tls)}/`, trusts: certificate.cert })
    assert.equal(status, 202)
  })

  test('stops when the asker does', async () => {
    const asker = new AbortController()
    const waiting = allowed({ url: at('/slow'), signal: asker.signal })
    asker.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
  })
})

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '#engine/user/language.ts'
import { isTimeZone } from '#engine/company/timeZone.ts'
import { loadConfig } from '#server/config.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'
import { isPublicAddress } from '#server/outbound/reachableAddress.ts'
import { countryOfAnswer, createAddressCountry } from './addressCountry.ts'
import { countryOfZone, listCountries, listTimeZones } from './countryLists.ts'
import { registerCountries } from './countryRoutes.ts'

const log = createLog('silent')
/** Both belong to operators of one country for decades. */
const [POLISH, UKRAINIAN] = ['213.180.141.140', '194.44.28.1']

describe('lists of countries and time zones', () => {
  for (const language of LANGUAGES) {
    test(`are complete, named and in alphabetical order in ${language}`, () => {
      const { compare } = new Intl.Collator(language)
      const countries = listCountries(language)
      assert.equal(countries.length, 249)
      assert.ok(countries.every(({ label, code }) => label.toLowerCase() !== code))
      const zones = listTimeZones(language, Date.UTC(2026, 0, 15))
      assert.ok(zones.length > 400)
      assert.ok(zones.every(({ value }) => isTimeZone(value)))
      for (const labels of [countries.map(({ label }) => label), zones.map(({ label }) => label)]) {
        assert.deepEqual(labels, labels.toSorted(compare))
      }
    })
  }

  test('are told in the language', () => {
    const polandIn = (language: (typeof LANGUAGES)[number]) => listCountries(language).find(({ code }) => code === 'pl')?.label
    assert.deepEqual(LANGUAGES.map(polandIn), ['Poland', 'Польща', 'Polska', 'Польша', 'Polonia', 'Polsha'])
    const warsaw = listTimeZones('uk', Date.UTC(2026, 6, 15)).find(({ value }) => value === 'Europe/Warsaw')
    assert.deepEqual(warsaw, { value: 'Europe/Warsaw', label: 'Warsaw, Польща', offset: 'UTC+02:00' })
  })

  test('know the country of a zone, also by an old name', () => {
    assert.deepEqual(['Europe/Kiev', 'Europe/Kyiv', 'Asia/Tashkent', 'UTC', 'nothing'].map(countryOfZone), ['ua', 'ua', 'uz', null, null])
  })
})

test('only addresses of the public Internet are looked up', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '172.31.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    'x',
  ])
    assert.equal(isPublicAddress(address), false, address)
  for (const address of [POLISH, '172.32.0.1', '2a02:a300::1']) assert.ok(isPublicAddress(address), address)
})

test('the answer of a service names a country in one of the usual forms', () => {
  for (const text of ['{"country_code":"PL"}', '{"countryCode":"pl"}', '{"country":"PL"}', ' PL\n', '"PL"']) {
    assert.equal(countryOfAnswer(text), text === '"PL"' ? null : 'pl', text)
  }
  for (const text of ['', '{}', '[]', 'null', '{"country":"Poland"}', '{"country_code":{}}'])
    assert.equal(countryOfAnswer(text), null, text)
})

describe('the country of an address', () => {
  test('stands in the bundled table', async () => {
    const find = createAddressCountry({ geolocationUrl: null, log })
    assert.equal(await find(POLISH), 'pl')
    assert.equal(await find(`::ffff:${POLISH}`), 'pl')
    assert.equal(await find(UKRAINIAN), 'ua')
  })

  test('is what the service says, asked once and never about a private address', async () => {
    const asked: string[] = []
    await withService(
      (request, response) => {
        asked.push(request.url ?? '')
        response.end('{"country_code":"uz"}')
      },
      async (url) => {
        const find = createAddressCountry({ geolocationUrl: `${url}/{ip}`, log })
        assert.deepEqual([await find(POLISH), await find(POLISH), await find('192.168.0.7'), await find('::1')], ['uz', 'uz', null, null])
      },
    )
    assert.deepEqual(asked, [`/${POLISH}`])
  })

  test('stands in the table when the service fails, leads elsewhere or keeps silent', async () => {
    const failures: readonly RequestListener[] = [
      (_request, response) => void response.writeHead(500).end(),
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      (_request, response) => void response.end('no country'),
      () => undefined,
    ]
    for (const failure of failures) {
      await withService(failure, async (url) => {
        assert.equal(await createAddressCountry({ geolocationUrl: `${url}/{ip}`, log, limitMs: 100 })(POLISH), 'pl')
      })
    }
  })
})

describe('the routes', () => {
  let app: FastifyInstance
  before(async () => {
    app = await createApp({
      config: { ...loadConfig({}), trustProxy: true },
      log,
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    })
    registerCountries(app, { addressCountry: createAddressCountry({ geolocationUrl: null, log }) })
  })
  after(() => app.close())

  const ask = async (url: string, address = '127.0.0.1') => {
    const answer = await app.inject({ url, headers: { 'x-forwarded-for': address } })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }

  test('tell the countries without a token', async () => {
    const { status, body } = await ask('/api/countries?lang=pl')
    assert.equal(status, 200)
    assert.deepEqual(body['countries'], listCountries('pl'))
    assert.deepEqual((await ask('/api/countries?lang=xx')).body['countries'], listCountries('en'))
  })

  test("tell the visitor's country by the address, else by the time zone, else not", async () => {
    assert.deepEqual((await ask('/api/visitor-country', POLISH)).body, { country: 'pl' })
    assert.deepEqual((await ask('/api/visitor-country?timeZone=Europe/Kiev', POLISH)).body, { country: 'pl' })
    assert.deepEqual((await ask('/api/visitor-country?timeZone=Europe/Kiev')).body, { country: 'ua' })
    assert.deepEqual((await ask('/api/visitor-country')).body, { country: null })
    assert.deepEqual((await ask('/api/visitor-country?timeZone=a&timeZone=b')).body, { country: null })
  })

  test('refuse a flood from one address, and only from that one', async () => {
    const flood = await Promise.all(Array.from({ length: 61 }, () => ask('/api/visitor-country', '198.51.100.7')))
    assert.deepEqual([...new Set(flood.map(({ status }) => status))], [200, 429])
    assert.equal((await ask('/api/visitor-country', '198.51.100.8')).status, 200)
  })
})

async function withService(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const service: Server = createServer(listener)
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this shape.
  const { port } = service.address() as AddressInfo
  try {
    await work(`http://127.0.0.1:${port}`)
  } finally {
    service.closeAllConnections()
    service.close()
  }
}

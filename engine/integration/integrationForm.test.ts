import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEW_REST } from './rest/restSettings.ts'
import {
  connectionProblems,
  everyMinutesProblem,
  isAnotherSystem,
  plainAddress,
  restOf,
  sendableActs,
  sendsProblem,
} from './integrationForm.ts'
import type { ConnectionForm } from './integrationForm.ts'

const form = (more: Partial<ConnectionForm> = {}): ConnectionForm => ({
  service: 'ODOO',
  name: 'Odoo',
  serviceUrl: 'https://odoo.example.com/',
  database: '',
  login: '',
  certificate: '',
  keyEndsOn: null,
  renewsKey: false,
  rest: null,
  secrets: {},
  ...more,
})
const fields = (more: Partial<ConnectionForm>) => connectionProblems(form(more)).map(({ field, code }) => `${field} ${code}`)

test('another address or database is another system, the same in other words is none', () => {
  const place = { serviceUrl: 'https://odoo.example.com', database: 'plant' }
  const same = [
    {},
    { serviceUrl: ' https://odoo.example.com// ' },
    { serviceUrl: 'http://odoo.example.com' },
    { serviceUrl: 'http://odoo.example.com:80/' },
    { serviceUrl: 'https://odoo.example.com:443' },
    { serviceUrl: 'HTTPS://Odoo.Example.COM' },
    { database: 'plant ' },
  ]
  for (const one of same) assert.equal(isAnotherSystem(place, { ...place, ...one }), false, JSON.stringify(one))
  for (const other of [
    { serviceUrl: 'https://odoo.example.com/erp' },
    { serviceUrl: 'https://odoo.example.com:8069' },
    { serviceUrl: 'http://odoo.example.com:443' },
    { serviceUrl: 'https://odoo.example.org' },
    { serviceUrl: '' },
    { database: 'test' },
    { database: 'Plant' },
    { database: '' },
  ])
    assert.equal(isAnotherSystem(place, { ...place, ...other }), true, JSON.stringify(other))
  assert.equal(isAnotherSystem({ ...place, database: null }, { ...place, database: '' }), false)
  const path = { serviceUrl: 'https://x/Erp', database: null }
  assert.equal(isAnotherSystem(path, { ...path, serviceUrl: 'https://x/erp' }), true)
})

test('an address is http or https without a name, a question or a mark', () => {
  for (const good of ['https://odoo.example.com', 'http://10.0.0.5:8069/odoo/', 'HTTPS://x'])
    assert.deepEqual(fields({ serviceUrl: good }), [], good)
  for (const bad of ['odoo', 'ftp://x', 'https://user:pass@x', 'https://x?key=1', 'https://x#a', 'https://', 'javascript:alert(1)'])
    assert.deepEqual(fields({ serviceUrl: bad }), ['serviceUrl INVALID_FORMAT'], bad)
  assert.equal(plainAddress(' https://x/ '), 'https://x')
})

test('fields have their lengths, and all that is wrong is told at once', () => {
  assert.deepEqual(fields({ name: ' ', serviceUrl: '', secrets: { apiKey: 'k'.repeat(501) } }), [
    'name REQUIRED',
    'serviceUrl REQUIRED',
    'apiKey LENGTH_OUT_OF_RANGE',
  ])
})

test('a secret that is needed is replaced and never removed', () => {
  const rest = NEW_REST
  for (const service of ['ODOO', 'TRYTON'] as const)
    assert.deepEqual(fields({ service, database: 'd', login: 'l', secrets: { apiKey: null } }), ['apiKey REQUIRED'], service)
  assert.deepEqual(fields({ secrets: { apiKey: '' } }), [])
  assert.deepEqual(fields({ service: 'REST', rest, secrets: { apiKey: null, hmac: null } }), [])
})

test('runs come every 5 to 1440 minutes', () => {
  for (const good of [5, 15, 1440]) assert.equal(everyMinutesProblem(good), null)
  for (const bad of [4, 1441, 7.5]) assert.equal(everyMinutesProblem(bad)?.field, 'everyMinutes', String(bad))
})

test('REST is told how to be spoken to; Factory Online is known, and signs in by its client where it has a secret', () => {
  assert.deepEqual(fields({ service: 'REST' }), ['rest REQUIRED'])
  assert.deepEqual(fields({ service: 'REST', rest: NEW_REST }), [])
  assert.deepEqual(fields({ service: 'REST', rest: { ...NEW_REST, pageSize: 0 } }), ['rest.pageSize VALUE_OUT_OF_RANGE'])
  assert.deepEqual(fields({ service: 'FACTORY_ONLINE' }), [])
  assert.equal(restOf('FACTORY_ONLINE', null, {})?.auth, 'API_KEY')
  assert.equal(restOf('FACTORY_ONLINE', null, { clientSecret: 'x' })?.auth, 'OAUTH2')
  assert.equal(restOf('ODOO', NEW_REST, {}), null)
})

test('a certificate is one or several in PEM, and never a key', () => {
  const one = '-----BEGIN CERTIFICATE-----\nMIIB+w==\n-----END CERTIFICATE-----\n'
  for (const good of ['', '  ', one, one + one]) assert.deepEqual(fields({ certificate: good }), [], good)
  for (const bad of ['MIIB', one.replaceAll('CERTIFICATE', 'PRIVATE KEY'), `${one}and more`, '-----BEGIN CERTIFICATE-----'])
    assert.deepEqual(fields({ certificate: bad }), ['certificate INVALID_FORMAT'], bad)
  assert.equal(connectionProblems(form({ certificate: 'x'.repeat(20_001) })).length, 1)
})

test('a key that is to be renewed needs the day of its end, of Odoo alone', () => {
  assert.deepEqual(fields({ renewsKey: true }), ['keyEndsOn REQUIRED'])
  assert.deepEqual(fields({ renewsKey: true, keyEndsOn: '2026-12-24' }), [])
  assert.deepEqual(fields({ renewsKey: true, service: 'CSV' }), [])
})

test('goes out only what the system can be told of; nothing where it takes no quantities', () => {
  const odoo = sendableActs('ODOO', null)
  assert.equal(sendsProblem(['OUTPUT'], odoo), null)
  assert.equal(sendsProblem([], []), null)
  assert.deepEqual(sendsProblem(['OUTPUT', 'STARTED'], odoo), {
    code: 'INVALID_FORMAT',
    field: 'sends',
    params: { example: 'OUTPUT, CLOSED, CANCELLED' },
  })
  assert.deepEqual(sendableActs('REST', { outputUrl: '' }), [])
  assert.equal(sendableActs('REST', { outputUrl: '/orders/{id}' }).length, 5)
})

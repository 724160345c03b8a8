import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from './config.ts'
import { exposureWarnings, isExposed, isLoopback } from './exposure.ts'

const NO_ROOT = { isRoot: false }
/** A server behind a TLS proxy on its own machine. */
const BEHIND_PROXY = { PUBLIC_URL: 'https://factory.example', TRUST_PROXY: 'on', SMTP_URL: 'smtps://user:pass@mail.example' }

const warned = (environment: Readonly<Record<string, string>>, process = NO_ROOT) =>
  exposureWarnings(loadConfig(environment), process).map(({ setting }) => setting)

test('addresses of this machine are told from all others', () => {
  for (const host of ['127.0.0.1', '127.8.0.1', 'localhost', 'factory.localhost', '::1', '[::1]', '::ffff:127.0.0.1']) {
    assert.ok(isLoopback(host), host)
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'factory.test', '127.example.com', 'localhost.example.com', '169.254.1.1']) {
    assert.ok(!isLoopback(host), host)
  }
})

test('a server for trying on one machine has everything and warns of nothing, also as root', () => {
  const config = loadConfig({})
  assert.deepEqual([config.demo, config.registration, isExposed(config)], [true, true, false])
  assert.deepEqual(exposureWarnings(config, { isRoot: true }), [])
})

test('a server that others reach has the demo and registration only when asked for, and warns of both', () => {
  for (const environment of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://factory.example' }, { PUBLIC_URL: 'http://factory.test:3000' }]) {
    const { demo, registration } = loadConfig(environment)
    assert.deepEqual([demo, registration], [false, false], JSON.stringify(environment))
    const asked = loadConfig({ ...environment, DEMO: 'on', REGISTRATION: 'on' })
    assert.deepEqual([asked.demo, asked.registration], [true, true])
  }
  assert.deepEqual(warned({ ...BEHIND_PROXY, DEMO: 'on', REGISTRATION: 'on' }), ['DEMO', 'REGISTRATION'])
})

test('a server that others reach warns in one sentence of each thing that is unsafe or does not work', () => {
  assert.deepEqual(warned(BEHIND_PROXY), [])
  assert.deepEqual(warned(BEHIND_PROXY, { isRoot: true }), ['root'])
  assert.deepEqual(warned({ ...BEHIND_PROXY, PUBLIC_URL: 'http://factory.test:3398' }), ['PUBLIC_URL'])
  assert.deepEqual(warned({ HOST: '0.0.0.0' }), ['MQTT_PORT', 'PUBLIC_URL', 'SMTP_URL'])
  assert.deepEqual(warned({ ...BEHIND_PROXY, TRUST_PROXY: 'off' }), ['TRUST_PROXY'])
  assert.deepEqual(warned({ ...BEHIND_PROXY, SMTP_URL: '' }), ['SMTP_URL'])
  assert.deepEqual(warned({ ...BEHIND_PROXY, HOST: '0.0.0.0' }), ['MQTT_PORT'])
  const tls = { MQTT_TLS_PORT: '8883', MQTT_TLS_HOST: '0.0.0.0', MQTT_TLS_CERT: 'cert.pem', MQTT_TLS_KEY: 'key.pem' }
  assert.deepEqual([warned({ ...BEHIND_PROXY, ...tls }), loadConfig(tls).demo], [[], false])
  const issuer = (url: string) => ({ TRUSTED_ISSUERS: JSON.stringify([{ issuer: url, audience: 'trueline' }]) })
  assert.deepEqual(warned({ ...BEHIND_PROXY, ...issuer('http://169.254.169.254') }), ['TRUSTED_ISSUERS'])
  assert.deepEqual(warned({ ...BEHIND_PROXY, ...issuer('http://localhost:9000') }), [])
  assert.deepEqual(warned({ ...BEHIND_PROXY, ...issuer('https://sign-in.example') }), [])
  assert.deepEqual(warned({ ...BEHIND_PROXY, ASSISTANT_URL: 'http://models.example/v1/chat/completions' }), ['ASSISTANT_URL'])
  assert.deepEqual(warned({ ...BEHIND_PROXY, ASSISTANT_URL: 'http://127.0.0.1:4000/v1/chat/completions' }), [])
  assert.deepEqual(warned({ ...BEHIND_PROXY, GEOLOCATION_URL: 'http://where.example/{ip}' }), ['GEOLOCATION_URL'])
  for (const { text } of exposureWarnings(loadConfig({ HOST: '0.0.0.0', DEMO: 'on', REGISTRATION: 'on' }), { isRoot: true })) {
    assert.match(text, /^[A-Z][^.]*(\.\d[^.]*)*(https:\/\/…)?\.$/, 'one sentence')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { createApp } from './app.ts'

async function appWith(settings: Readonly<Record<string, string>>) {
  const versions = { product: '1.2.3', postgres: '18.4', schema: '0001_base' }
  const app = await createApp({ config: loadConfig(settings), log: createLog('silent'), versions, parts: new Map() })
  app.post('/api/graphql', () => ({ data: {} }))
  app.post('/api/devices/:id/telemetry', () => ({ accepted: 1 }))
  app.get('/boxes', () => 'the page')
  return app
}

test('during maintenance people are told so, devices and watchers are served', async () => {
  const app = await appWith({ MAINTENANCE: 'on' })
  const answer = await app.inject({ method: 'POST', url: '/api/graphql?x=1', payload: {} })
  assert.equal(answer.statusCode, 503)
  assert.equal(answer.headers['retry-after'], '30')
  assert.equal(answer.json<{ errors: { extensions: { code: string } }[] }>().errors[0]?.extensions.code, 'MAINTENANCE')
  assert.equal((await app.inject('/api/photo/1')).statusCode, 503)
  assert.equal((await app.inject({ method: 'POST', url: '/api/devices/7/telemetry', payload: {} })).statusCode, 200)
  assert.equal((await app.inject('/api/health')).statusCode, 200)
  assert.equal((await app.inject('/boxes')).body, 'the page')
  await app.close()
})

test('without it everything is served', async () => {
  const app = await appWith({})
  assert.equal((await app.inject({ method: 'POST', url: '/api/graphql', payload: {} })).statusCode, 200)
  await app.close()
})

test('an analytics service may be told of page views only when an id is set', async () => {
  const policyOf = async (settings: Readonly<Record<string, string>>) => {
    const app = await appWith(settings)
    const { headers } = await app.inject('/boxes')
    await app.close()
    return String(headers['content-security-policy'])
  }
  assert.doesNotMatch(await policyOf({}), /google/)
  assert.match(await policyOf({ ANALYTICS_ID: 'G-1' }), /connect-src [^;]*https:\/\/www\.google-analytics\.com(;| )/)
  assert.doesNotMatch(await policyOf({ ANALYTICS_ID: 'G-1' }), /script-src[^;]*google/)
})

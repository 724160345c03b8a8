/** Stories of running the product without its demo; refused settings and taken ports are in server/main.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAsync } from 'mqtt'
import { registerDevice } from './device.ts'
import { startProduct } from './harness.ts'

test('without the demo it starts, registers devices, takes their samples and ends cleanly', async (context) => {
  const product = await startProduct({ demo: false })
  try {
    const health = (await (await fetch(`${product.url}/api/health`)).json()) as { status: string }
    assert.equal(health.status, 'ready')
    assert.match(await (await fetch(`${product.url}/api/metrics`)).text(), /^# TYPE \w+ (counter|gauge|histogram)$/m)

    const device = await registerDevice(product)
    assert.match(device.deviceId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.match(device.code, /^[a-z]{2}-[a-z0-9]{4}$/)

    const sample = JSON.stringify({ values: { POWER: 12.4, TOTAL_OUTPUT: 1204 } })
    const post = (secret: string, body: string): Promise<Response> =>
      fetch(`${product.url}/api/devices/${device.deviceId}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body,
      })
    assert.equal((await post('not-the-secret', sample)).status, 401)
    const unclaimed = await post(device.secret, sample)
    assert.equal(unclaimed.status, 202)
    const { quarantined } = (await unclaimed.json()) as { quarantined: readonly { reason: string }[] }
    assert.deepEqual([...new Set(quarantined.map(({ reason }) => reason))], ['DEVICE_UNCLAIMED'])

    await assert.rejects(
      connectAsync(product.mqttUrl, { username: device.deviceId, password: 'wrong', protocolVersion: 4, reconnectPeriod: 0 }),
      /not authorized|refused/i,
    )
    const { code, ms } = await product.stop()
    context.diagnostic(`ended in ${Math.round(ms)} ms`)
    assert.equal(code, 0)
    assert.ok(ms < 10_000, `ended after ${ms} ms`)
  } finally {
    await product.end()
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newRequestKey } from './requestKey.ts'
import { isTransient, sendPatiently } from './sendPatiently.ts'

describe('a request key', () => {
  it('is a UUID of version 7 that sorts by time', () => {
    const first = newRequestKey(Date.UTC(2026, 4, 4))
    const second = newRequestKey(Date.UTC(2026, 4, 4) + 1)
    for (const key of [first, second]) assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.ok(first < second)
    assert.equal(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16), Date.UTC(2026, 4, 4))
    assert.notEqual(newRequestKey(0), newRequestKey(0))
  })
})

describe('a request that may be sent again', () => {
  const problems = (...codes: readonly string[]) => codes.map((code) => ({ code, params: {} }))
  const sent = async (outcomes: readonly string[]) => {
    const pauses: number[] = []
    let at = 0
    const outcome = await sendPatiently(
      () => Promise.resolve(outcomes[at++] ?? 'none'),
      (code) => isTransient(problems(code)),
      (ms) => {
        pauses.push(ms)
        return Promise.resolve()
      },
    )
    return { outcome, attempts: at, pauses }
  }

  it('is sent again while the connection is lost or the server is busy, three times at most', async () => {
    assert.deepEqual(await sent(['SAVED']), { outcome: 'SAVED', attempts: 1, pauses: [] })
    assert.deepEqual(await sent(['OFFLINE', 'SERVICE_UNAVAILABLE', 'SAVED']), { outcome: 'SAVED', attempts: 3, pauses: [400, 1200] })
    assert.deepEqual(await sent(['OFFLINE', 'OFFLINE', 'OFFLINE', 'SAVED']), { outcome: 'OFFLINE', attempts: 3, pauses: [400, 1200] })
  })

  it('is not sent again when it was refused', async () => {
    assert.deepEqual(await sent(['CONFLICT', 'SAVED']), { outcome: 'CONFLICT', attempts: 1, pauses: [] })
    assert.equal(isTransient([]), false)
    assert.equal(isTransient(problems('OFFLINE', 'CONFLICT')), false)
  })
})

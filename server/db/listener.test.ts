import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type pg from 'pg'
import { createLog } from '#server/log.ts'
import { openListener } from './listener.ts'

/** A connection that hears nothing, until it is lost. */
function fakeClient() {
  const client = Object.assign(new EventEmitter(), {
    hasEnded: false,
    query: () => Promise.resolve(),
    end: async () => void (client.hasEnded = true),
  })
  return client
}

test('a listener that is closed while it connects again ends, and its connection with it', async () => {
  const [lost, late] = [fakeClient(), fakeClient()]
  const isConnecting = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let attempts = 0
  const connect = async (): Promise<pg.Client> => {
    attempts++
    const client: unknown = attempts === 1 ? lost : late
    if (attempts > 1) {
      isConnecting.resolve()
      await goOn.promise
    }
    return client as pg.Client
  }
  const listener = await openListener({ database: { connect }, log: createLog('silent'), channel: 'nobody_says', hear: () => undefined })
  lost.emit('end')
  await isConnecting.promise
  const closed = listener.close()
  goOn.resolve()
  await closed
  assert.deepEqual([attempts, lost.hasEnded, late.hasEnded], [2, true, true])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptOpen } from './indexedDb.ts'

/** A database as another tab may change it: only what opening it needs. */
function browser(stored: number) {
  const open: { onversionchange?: () => void; close: () => void }[] = []
  const asked: (number | undefined)[] = []
  const state = { stored, isRefused: false, closed: 0 }
  const factory = {
    open: (_name: string, version?: number) => {
      asked.push(version)
      const request: { result?: object; error?: DOMException; onsuccess?: () => void; onerror?: () => void } = {}
      queueMicrotask(() => {
        if (state.isRefused || (version ?? state.stored) < state.stored) {
          request.error = new DOMException('no', state.isRefused ? 'UnknownError' : 'VersionError')
          return request.onerror?.()
        }
        const database = { close: () => void state.closed++ }
        open.push(database)
        request.result = database
        request.onsuccess?.()
      })
      return request
    },
  } as unknown as IDBFactory
  return { factory, open, asked, state }
}

test('a database is opened once, and again as a newer tab left it', async () => {
  const { factory, open, asked, state } = browser(1)
  const reach = keptOpen({ factory: () => factory, name: 'kept', upgrade: () => undefined, version: 1 })
  const first = await reach()
  assert.equal(await reach(), first)
  assert.deepEqual(asked, [1])
  state.stored = 2
  open[0]?.onversionchange?.()
  assert.equal(state.closed, 1)
  assert.notEqual(await reach(), first)
  assert.deepEqual(asked, [1, 1, undefined])
})

test('a browser that refuses is asked again the next time', async () => {
  const { factory, state } = browser(1)
  const reach = keptOpen({ factory: () => factory, name: 'kept', upgrade: () => undefined })
  state.isRefused = true
  await assert.rejects(reach(), { name: 'UnknownError' })
  state.isRefused = false
  assert.ok(await reach())
})

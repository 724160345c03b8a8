import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askToStay, isNoRoom } from './askToStay.ts'
import { createOutbox } from './createOutbox.ts'
import type { EntryStore } from './entryStore.ts'
import type { OutboxEntry } from './outboxEntry.ts'
import { cookieNotes } from './waitingNote.ts'

/** Notes are written a moment later. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

/** A browser's cookie, which ends what has no age. */
function cookieJar() {
  const kept = new Map<string, string>()
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = '', age] = /^([^=]+)=([^;]*); max-age=(\d+)/.exec(text) ?? []
      if (age === '0') kept.delete(name)
      else kept.set(name, value)
    },
  }
}

/** The browser's database, which it may throw away. */
function store() {
  let rows: readonly OutboxEntry[] = []
  let isNew = false
  let lastId = 0
  const kept: EntryStore = {
    list: (owner) => Promise.resolve(rows.filter((one) => one.owner === owner)),
    add: (entries) => {
      rows = [...rows, ...entries.map((entry) => ({ ...entry, id: ++lastId }))]
      return Promise.resolve()
    },
    change: ({ remove }) => {
      rows = rows.filter(({ id }) => !remove.includes(id))
      return Promise.resolve()
    },
    isMadeAnew: () => Promise.resolve(isNew),
  }
  const empty = (isNewNow = true) => {
    rows = []
    isNew = isNewNow
  }
  return { kept, empty }
}

describe('what waits on a device whose storage the browser emptied', () => {
  const now = 1_000
  const page = (notes: ReturnType<typeof cookieNotes>, entries: EntryStore) =>
    createOutbox({
      store: entries,
      notes: () => Promise.resolve(notes),
      alone: () => Promise.resolve(),
      pause: () => Promise.resolve(),
      now: () => now,
    })

  it('is told to who said it, until they have read it, and nobody else is told', async () => {
    const notes = cookieNotes(cookieJar())
    const { kept, empty } = store()
    const before = page(notes, kept)
    await before.open('ann@ACME1')
    await settled()
    await before.add('SAY', 'one', 'two')
    await settled()
    assert.equal(before.state().lost, null)
    empty()
    const other = page(notes, kept)
    await other.open('bob@ACME1')
    await settled()
    assert.equal(other.state().lost, null)
    const after = page(notes, kept)
    await after.open('ann@ACME1')
    await settled()
    assert.deepEqual(after.state().lost, { count: 2, since: now })
    await after.add('SAY', 'three')
    await settled()
    assert.deepEqual(after.state().lost, { count: 2, since: now }, 'what is said anew is no part of it')
    empty(false)
    const reloaded = page(notes, kept)
    await reloaded.open('ann@ACME1')
    await settled()
    assert.deepEqual(reloaded.state().lost, { count: 2, since: now })
    reloaded.forgetLost()
    await settled()
    assert.equal(reloaded.state().lost, null)
    const again = page(notes, kept)
    await again.open('ann@ACME1')
    await settled()
    assert.equal(again.state().lost, null)
  })

  it('is told as well where what tells it could not be loaded at first', async () => {
    const notes = cookieNotes(cookieJar())
    const { kept, empty } = store()
    const before = page(notes, kept)
    await before.open('ann@ACME1')
    await before.add('SAY', 'one', 'two')
    await settled()
    empty()
    let loads = 0
    const after = createOutbox({
      store: kept,
      notes: () => (loads++ === 0 ? Promise.reject(new Error('offline')) : Promise.resolve(notes)),
      alone: () => Promise.resolve(),
      pause: () => Promise.resolve(),
      now: () => now,
    })
    await after.open('ann@ACME1')
    await settled()
    assert.equal(after.state().lost, null)
    await after.add('SAY', 'three')
    await settled()
    assert.deepEqual(after.state().lost, { count: 2, since: now })
  })

  it('is not lost that was sent, nor of a device that never kept anything', async () => {
    const jar = cookieJar()
    const { kept, empty } = store()
    const before = page(cookieNotes(jar), kept)
    await before.open('ann@ACME1')
    await settled()
    await before.add('SAY', 'one')
    await settled()
    await before.drop(1)
    await settled()
    assert.equal(jar.cookie, '')
    empty()
    const after = page(cookieNotes(jar), kept)
    await after.open('ann@ACME1')
    await settled()
    assert.equal(after.state().lost, null)
  })

  it('has the browser asked once to keep it, and knows when a device has no room', () => {
    let asked = 0
    const storage = { persist: () => Promise.resolve(++asked > 0) }
    askToStay(storage)
    askToStay(storage)
    assert.equal(asked, 1)
    assert.ok(isNoRoom(new DOMException('full', 'QuotaExceededError')))
    assert.ok(!isNoRoom(new DOMException('gone', 'InvalidStateError')))
  })
})

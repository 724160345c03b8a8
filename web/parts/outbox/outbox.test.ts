import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import fc from 'fast-check'
import { createOutbox, MOST_ENTRIES } from './createOutbox.ts'
import type { Outbox } from './createOutbox.ts'
import type { EntryStore } from './entryStore.ts'
import { nextBatch } from './outboxEntry.ts'
import type { CallOutcome, OutboxEntry, OutboxKind } from './outboxEntry.ts'

/** A store in memory that another outbox finds again, like a page after a reload. */
function memoryStore(): EntryStore & { readonly rows: () => readonly OutboxEntry[] } {
  let rows: readonly OutboxEntry[] = []
  let lastId = 0
  return {
    rows: () => rows,
    isMadeAnew: () => Promise.resolve(false),
    list: (owner) => Promise.resolve(rows.filter((one) => one.owner === owner)),
    add: (entries) => {
      rows = [...rows, ...entries.map((entry) => ({ ...structuredClone(entry), id: ++lastId }))]
      return Promise.resolve()
    },
    change: ({ remove, put }) => {
      rows = rows.flatMap((one) => (remove.includes(one.id) ? [] : [put.find(({ id }) => id === one.id) ?? one]))
      return Promise.resolve()
    },
  }
}

type Said = { readonly stop: number; readonly value: number; readonly isRefused: boolean }
const saidOf = ({ body }: OutboxEntry): Said => body as Said
const kindOf = (send: OutboxKind['send'], name = 'SAY'): OutboxKind => ({
  name,
  most: 3,
  mostAgeMs: 14 * DAY_MS,
  isAfter: (earlier, later) => saidOf(earlier).stop === saidOf(later).stop,
  send,
})
const start = (store: EntryStore, more: { readonly now?: () => number } = {}): Outbox =>
  createOutbox({ store, alone: (work) => work(), pause: () => Promise.resolve(), ...more })
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}
const done = (entries: readonly OutboxEntry[]): CallOutcome => entries.map(() => 'DONE')

describe('the outbox', () => {
  it('keeps the order and loses or doubles nothing, whatever fails', async () => {
    const said = fc.record({ stop: fc.integer({ min: 0, max: 3 }), value: fc.integer(), isRefused: fc.boolean() })
    const failure = fc.constantFrom('NONE', 'NONE', 'LOST_BEFORE', 'LOST_AFTER', 'CRASH')
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 25 }), fc.array(failure, { maxLength: 40 }), async (all, failures) => {
        const store = memoryStore()
        const applied: { readonly key: string; readonly said: Said }[] = []
        const known = new Map<string, 'DONE' | 'REFUSED'>()
        const waiting = [...failures]
        // The server: each key once; what follows a refused one of the same stop is held.
        const serve = (entries: readonly OutboxEntry[]): CallOutcome => {
          const held = new Set<number>()
          return entries.map((entry) => {
            const of = saidOf(entry)
            if (held.has(of.stop)) return 'HELD'
            const outcome = known.get(entry.key) ?? (of.isRefused ? 'REFUSED' : 'DONE')
            if (!known.has(entry.key) && outcome === 'DONE') applied.push({ key: entry.key, said: of })
            known.set(entry.key, outcome)
            if (outcome === 'DONE') return 'DONE'
            held.add(of.stop)
            return { code: 'CONFLICT', detail: null }
          })
        }
        let outbox = start(store)
        const send: OutboxKind['send'] = (entries) => {
          const next = waiting.shift() ?? 'NONE'
          if (next === 'LOST_BEFORE') return Promise.resolve('AWAY')
          const answer = serve(entries)
          if (next === 'NONE') return Promise.resolve(answer)
          if (next === 'CRASH') restarting = restart()
          return Promise.resolve('AWAY')
        }
        let restarting = Promise.resolve()
        const restart = async (): Promise<void> => {
          await outbox.open(null)
          outbox = start(store)
          outbox.register(kindOf(send))
          await outbox.open('anna@acme')
        }
        await restart()
        // While the page is loaded again nobody can say anything.
        for (const one of all) while (!(await outbox.add('SAY', one))) await restarting
        await settled()
        outbox.wake()
        await settled()
        const reached = all.filter((one, at) => !all.slice(0, at + 1).some((before) => before.isRefused && before.stop === one.stop))
        for (const stop of [0, 1, 2, 3]) {
          const of = (list: readonly Said[]) => list.filter((one) => one.stop === stop).map(({ value }) => value)
          assert.deepEqual(of(applied.map((one) => one.said)), of(reached))
        }
        assert.equal(new Set(applied.map(({ key }) => key)).size, applied.length)
        assert.equal(store.rows().length, all.length - reached.length)
      }),
      { numRuns: 60 },
    )
  })

  it('pauses when the person must sign in, and goes on then', async () => {
    let isSignedIn = false
    const outbox = start(memoryStore())
    outbox.register(kindOf((entries) => Promise.resolve(isSignedIn ? done(entries) : 'SIGN_IN')))
    await outbox.open('anna@acme')
    await outbox.add('SAY', { stop: 1 })
    await settled()
    assert.deepEqual([outbox.state().isSignInDue, outbox.state().entries.length], [true, 1])
    isSignedIn = true
    outbox.wake()
    await settled()
    assert.deepEqual([outbox.state().isSignInDue, outbox.state().entries.length], [false, 0])
  })

  it('keeps what is said before the account is known, and refuses it where nobody comes', async () => {
    const sent: OutboxEntry[] = []
    const store = memoryStore()
    const outbox = createOutbox({ store, alone: (work) => work(), pause: (_ms, woken) => woken })
    outbox.register(
      kindOf((entries) => {
        sent.push(...entries)
        return Promise.resolve(done(entries))
      }),
    )
    const adding = outbox.add('SAY', { stop: 1 })
    await settled()
    assert.deepEqual(store.rows(), [])
    await outbox.open('anna@acme')
    assert.equal(await adding, true)
    await settled()
    assert.deepEqual([sent.map(({ owner }) => owner), store.rows()], [['anna@acme'], []])
    await outbox.open(null)
    const late = outbox.add('SAY', { stop: 2 })
    await outbox.open('borys@acme')
    assert.equal(await late, true)
    assert.equal(await start(memoryStore()).add('SAY', { stop: 3 }), false)
  })

  it('shows and sends to nobody else what one account made in one company', async () => {
    const sent: OutboxEntry[] = []
    const store = memoryStore()
    const outbox = start(store)
    await outbox.open('anna@acme')
    await outbox.add('SAY', { stop: 1 })
    await outbox.open('borys@acme')
    outbox.register(
      kindOf((entries) => {
        sent.push(...entries)
        return Promise.resolve(done(entries))
      }),
    )
    await settled()
    assert.deepEqual([outbox.state().entries, sent], [[], []])
    await outbox.open('anna@acme')
    await settled()
    assert.deepEqual([sent.length, store.rows()], [1, []])
  })

  it(`takes ${MOST_ENTRIES} entries at most, and says so`, async () => {
    const outbox = start(memoryStore())
    await outbox.open('anna@acme')
    for (let at = 0; at < MOST_ENTRIES; at++) await outbox.add('SAY', { stop: at })
    assert.equal(await outbox.add('SAY', { stop: 0 }), false)
    assert.equal(outbox.state().entries.length, MOST_ENTRIES)
  })

  it(`sends ${MOST_ENTRIES} entries twice where every first answer was lost, and each is done once, in its order`, async () => {
    const outbox = start(memoryStore())
    const applied = new Map<string, number>()
    const answered = new Set<string>()
    let calls = 0
    await outbox.open('anna@acme')
    for (let value = 0; value < MOST_ENTRIES; value++) await outbox.add('SAY', { stop: value % 7, value, isRefused: false })
    outbox.register(
      kindOf((entries) => {
        calls++
        // The server does each key once.
        for (const entry of entries) if (!applied.has(entry.key)) applied.set(entry.key, saidOf(entry).value)
        const call = entries.map(({ key }) => key).join()
        if (answered.has(call)) return Promise.resolve(done(entries))
        answered.add(call)
        return Promise.resolve('AWAY')
      }),
    )
    for (let turn = 0; turn < MOST_ENTRIES && outbox.state().entries.length > 0; turn++) await settled()
    assert.equal(outbox.state().entries.length, 0)
    assert.equal(calls, 2 * Math.ceil(MOST_ENTRIES / 3))
    assert.deepEqual(
      [...applied.values()],
      Array.from({ length: MOST_ENTRIES }, (_none, value) => value),
    )
  })

  it('asks a person about what became too old, and sends it when they say so', async () => {
    let now = 0
    const sent: OutboxEntry[] = []
    const outbox = start(memoryStore(), { now: () => now })
    await outbox.open('anna@acme')
    await outbox.add('SAY', { stop: 1 })
    const [entry] = outbox.state().entries
    now = 15 * DAY_MS
    outbox.register(
      kindOf((entries) => {
        sent.push(...entries)
        return Promise.resolve(done(entries))
      }),
    )
    await settled()
    assert.deepEqual([outbox.state().entries[0]?.refusal?.code, sent.length], ['TOO_OLD', 0])
    await outbox.again(entry?.id ?? 0, { stop: 1 })
    await settled()
    assert.deepEqual([outbox.state().entries.length, sent.length], [0, 1])
    assert.notEqual(sent[0]?.key, entry?.key)
  })

  it('makes one call of consecutive entries of one kind, and keeps the order over kinds', () => {
    const kinds = new Map(['SAY', 'ORDER'].map((name) => [name, kindOf((entries) => Promise.resolve(done(entries)), name)]))
    const entry = (id: number, kind: string): OutboxEntry => ({
      id,
      key: String(id),
      owner: 'anna@acme',
      kind,
      madeAt: 0,
      body: { stop: id },
      refusal: null,
    })
    const all = [entry(1, 'SAY'), entry(2, 'SAY'), entry(3, 'ORDER'), entry(4, 'SAY')]
    assert.deepEqual(
      nextBatch(all, kinds, 0)?.entries.map(({ id }) => id),
      [1, 2],
    )
    assert.deepEqual(
      nextBatch(all.slice(2), kinds, 0)?.entries.map(({ id }) => id),
      [3],
    )
    assert.deepEqual(nextBatch([entry(9, 'UNKNOWN')], kinds, 0), null)
  })
})

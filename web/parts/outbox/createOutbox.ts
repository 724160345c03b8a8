import { newRequestKey } from '#web/api/requestKey.ts'
import type { EntryStore } from './entryStore.ts'
import { nextBatch, TOO_OLD, tooOld } from './outboxEntry.ts'
import type { OutboxEntry, OutboxKind, SendOutcome } from './outboxEntry.ts'
import type { Waiting, WaitingNotes } from './waitingNote.ts'

/** So many entries of one account in one company, of all kinds together. */
export const MOST_ENTRIES = 500
/** So long what is said waits for the account to be known: the page is a moment old. */
const OPENS_WITHIN_MS = 5_000
/** Pauses after calls that did not arrive; the last one from then on. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const

export type OutboxState = {
  readonly entries: readonly OutboxEntry[]
  /** Whether the server wants the person to sign in before it takes anything. */
  readonly isSignInDue: boolean
  /** What the browser threw away before it was sent; null = nothing. */
  readonly lost: Waiting | null
}

type Parts = {
  readonly store: EntryStore
  /** Runs the work while no other tab runs such work. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** Resolves after so many ms, or earlier when `woken` does. */
  readonly pause: (ms: number, woken: Promise<void>) => Promise<void>
  readonly now?: () => number
  /** Called when entries changed here, so that other tabs read them again. */
  readonly tell?: () => void
  /** Loads where it is noted how much waits; left out = nowhere. */
  readonly notes?: () => Promise<WaitingNotes>
  /** Called when something is kept. */
  readonly onKept?: () => void
}

export type Outbox = {
  readonly state: () => OutboxState
  readonly subscribe: (listener: () => void) => () => void
  /** Shows and sends the entries of the account in the company; null = of nobody. */
  readonly open: (owner: string | null) => Promise<void>
  readonly register: (kind: OutboxKind) => void
  /** Adds entries, all of them or none; resolves to false where there are too many, so that nothing is lost without a word. */
  readonly add: (kind: string, ...bodies: readonly unknown[]) => Promise<boolean>
  /** Adds one entry under the key that was sent with it before, so that the server does it once. */
  readonly addKeyed: (kind: string, key: string, body: unknown) => Promise<boolean>
  /** Gives up an entry that a person decided about. */
  readonly drop: (id: number) => Promise<void>
  /** Sends an entry again with another body, at its place: a person decided about it. */
  readonly again: (id: number, body: unknown) => Promise<void>
  /** Reads the entries again: another tab changed them. */
  readonly read: () => Promise<void>
  /** Sends now what waits: the server answers again, or somebody signed in. */
  readonly wake: () => void
  /** The person has read what is lost. */
  readonly forgetLost: () => void
}

/**
 * Returns the outbox: entries are kept until the server has said what became of them, sent in the order in which they were made, one call at a time
 * over all tabs. What is sent twice has one key, so it is done once.
 */
export function createOutbox({ store, alone, pause, now = Date.now, tell = () => {}, notes, onKept }: Parts): Outbox {
  const listeners = new Set<() => void>()
  const kinds = new Map<string, OutboxKind>()
  let state: OutboxState = { entries: [], isSignInDue: false, lost: null }
  let owner: string | null = null
  let isSending = false
  let isWoken = false
  let wakeUp = () => {}
  let opened = Promise.withResolvers<void>()

  const set = (next: Partial<OutboxState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const read = async (): Promise<void> => {
    const of = owner
    const entries = of === null ? [] : await store.list(of)
    if (of === owner) set({ entries })
  }
  /** One note after the other: what was there when the account was opened is looked at before anything is noted anew. */
  let noting = Promise.resolve()
  // Where that could not be noted, the next note is still the first.
  let isOpening = false
  const note = (isRead = false): void => {
    const of = owner
    if (of === null || notes === undefined) return
    const write = async (): Promise<void> => {
      const kept = await notes()
      const isMadeAnew = isOpening && (await store.isMadeAnew())
      if (of !== owner) return
      const lost = kept.note(of, state.entries, { isMadeAnew, isRead })
      isOpening = false
      if (state.lost?.count !== lost?.count) set({ lost })
    }
    // Without it everything is kept and sent all the same.
    noting = noting.then(write).catch(() => {})
  }
  const changed = async (): Promise<void> => {
    await read()
    note()
    tell()
  }
  const settle = async (entries: readonly OutboxEntry[], outcomes: readonly SendOutcome[]): Promise<void> => {
    const done = entries.filter((_entry, at) => outcomes[at] === 'DONE')
    const refused = entries.flatMap((entry, at) => {
      const refusal = outcomes[at]
      return typeof refusal === 'object' ? [{ ...entry, refusal }] : []
    })
    await store.change({ remove: done.map(({ id }) => id), put: refused })
    await changed()
  }
  /** Sends what waits until nothing does, the person must sign in, or the account changed. */
  const sendAll = async (): Promise<void> => {
    const of = owner
    let failures = 0
    for (;;) {
      isWoken = false
      const woken = new Promise<void>((resolve) => (wakeUp = resolve))
      await read()
      if (of !== owner) return
      const old = tooOld(state.entries, kinds, now())
      if (old.length > 0)
        await settle(
          old,
          old.map(() => TOO_OLD),
        )
      const batch = nextBatch(state.entries, kinds, now())
      if (batch === null) return
      const outcome = await batch.kind.send(batch.entries)
      if (of !== owner && typeof outcome === 'string') return
      if (outcome === 'SIGN_IN') return set({ isSignInDue: true })
      if (outcome === 'AWAY') {
        await pause(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0, woken)
        continue
      }
      failures = 0
      if (state.isSignInDue) set({ isSignInDue: false })
      await settle(batch.entries, outcome)
      // The server holds back what follows a refused entry: so does the next round, unless a kind says otherwise.
      if (outcome.every((one) => one === 'HELD')) return
    }
  }
  const send = async (): Promise<void> => {
    if (isSending) {
      isWoken = true
      return wakeUp()
    }
    isSending = true
    try {
      do await alone(sendAll)
      while (isWoken && !state.isSignInDue)
    } finally {
      isSending = false
    }
  }
  const wake = (): void => {
    if (owner !== null) void send()
  }
  const keep = async (kind: string, made: readonly { readonly key: string; readonly body: unknown }[]): Promise<boolean> => {
    if (owner === null) await pause(OPENS_WITHIN_MS, opened.promise)
    // The account may change meanwhile: the entry is of who made it.
    const of = owner
    if (of === null || (await store.list(of)).length + made.length > MOST_ENTRIES) return false
    await store.add(made.map(({ key, body }) => ({ key, owner: of, kind, madeAt: now(), body, refusal: null })))
    onKept?.()
    await changed()
    wake()
    return true
  }
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: async (next) => {
      if (next === owner) return
      owner = next
      if (next === null) opened = Promise.withResolvers<void>()
      else opened.resolve()
      set({ entries: [], isSignInDue: false, lost: null })
      const reading = read()
      noting = reading.catch(() => {})
      isOpening = true
      note()
      await reading
      wake()
    },
    register: (kind) => {
      kinds.set(kind.name, kind)
      wake()
    },
    add: async (kind, ...bodies) =>
      keep(
        kind,
        bodies.map((body) => ({ key: newRequestKey(now()), body })),
      ),
    addKeyed: async (kind, key, body) => keep(kind, [{ key, body }]),
    drop: async (id) => {
      await store.change({ remove: [id], put: [] })
      await changed()
      wake()
    },
    again: async (id, body) => {
      const entry = state.entries.find((one) => one.id === id)
      if (entry === undefined) return
      await store.change({ remove: [], put: [{ ...entry, key: newRequestKey(now()), madeAt: now(), body, refusal: null }] })
      await changed()
      wake()
    },
    read,
    forgetLost: () => note(true),
    wake: () => {
      if (state.isSignInDue) set({ isSignInDue: false })
      wake()
    },
  }
}

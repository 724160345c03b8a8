/** Why an entry was refused, for its card: a code, what its sentence names, and what the kind keeps with it. */
export type EntryRefusal = {
  readonly code: string
  readonly field?: string | undefined
  /** Absent in what an older version kept. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly detail: unknown
}

/** One thing that a person did and that is not sent yet, of one account in one company. */
export type OutboxEntry = {
  /** The order in which entries were made. */
  readonly id: number
  /** Made once: the server does what is sent with one key once. */
  readonly key: string
  /** The account and the company. */
  readonly owner: string
  readonly kind: string
  /** UTC ms by the clock of this device. */
  readonly madeAt: number
  readonly body: unknown
  /** null = waits to be sent; else it waits for a person. */
  readonly refusal: EntryRefusal | null
}

/** What became of one entry that was sent; HELD = not judged yet, it goes again. */
export type SendOutcome = 'DONE' | 'HELD' | EntryRefusal

/** What became of a call: an outcome for each entry, or why there was none. */
export type CallOutcome = 'AWAY' | 'SIGN_IN' | readonly SendOutcome[]

/** A kind of entry, as its area registers it. */
export type OutboxKind = {
  readonly name: string
  /** So many consecutive entries make one call. */
  readonly most: number
  /** Entries that are older wait for a person. */
  readonly mostAgeMs: number
  /** Whether the later entry waits while the earlier one, of any kind, does: both are about the same thing. */
  readonly isAfter: (earlier: OutboxEntry, later: OutboxEntry) => boolean
  readonly send: (entries: readonly OutboxEntry[]) => Promise<CallOutcome>
}

/** What an entry that became too old is refused with. */
export const TOO_OLD: EntryRefusal = { code: 'TOO_OLD', detail: null }

/** Entries that one call sends. */
export type Batch = { readonly kind: OutboxKind; readonly entries: readonly OutboxEntry[] }

/**
 * Returns the entries of the next call: the oldest that waits and those that follow it, of one kind, as many as it takes. What follows a refused entry
 * about the same thing waits with it; entries of kinds that nobody registered stay.
 */
export function nextBatch(entries: readonly OutboxEntry[], kinds: ReadonlyMap<string, OutboxKind>, now: number): Batch | null {
  const free = entries.filter((entry, at) => {
    const kind = kinds.get(entry.kind)
    if (kind === undefined || entry.refusal !== null) return false
    return !entries.slice(0, at).some((earlier) => isHolding(earlier, kinds, now) && kind.isAfter(earlier, entry))
  })
  const [first] = free
  const kind = first === undefined ? undefined : kinds.get(first.kind)
  if (kind === undefined) return null
  const other = free.findIndex((entry) => entry.kind !== kind.name)
  return { kind, entries: (other === -1 ? free : free.slice(0, other)).slice(0, kind.most) }
}

/** Returns the entries that became too old to be sent by themselves. */
export function tooOld(entries: readonly OutboxEntry[], kinds: ReadonlyMap<string, OutboxKind>, now: number): readonly OutboxEntry[] {
  return entries.filter((entry) => entry.refusal === null && isTooOld(entry, kinds, now))
}

function isHolding(entry: OutboxEntry, kinds: ReadonlyMap<string, OutboxKind>, now: number): boolean {
  return entry.refusal !== null || isTooOld(entry, kinds, now)
}

function isTooOld(entry: OutboxEntry, kinds: ReadonlyMap<string, OutboxKind>, now: number): boolean {
  const kind = kinds.get(entry.kind)
  return kind !== undefined && now - entry.madeAt > kind.mostAgeMs
}

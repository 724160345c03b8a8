import type { RecordsChange } from '#engine/event/recordsChange.ts'
import type { StopLook } from '#engine/loss/stopLook.ts'
import type { JobOrdersChanged } from '#engine/jobOrder/liveOrder.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'

export type ConnectionState = { readonly status: 'connecting' | 'live' | 'reconnecting'; readonly since: number }

/** A status that began, or whose stop got its reason, while this page was open; the page joins it to the intervals that it loaded. `at` is the time of the state that told it. */
export type StatusStart = {
  readonly start: number
  readonly at: number
  readonly status: NonNullable<LiveWorkCenter['status']>
  /** How its stop looks, by the reason that it has by then. */
  readonly look?: StopLook | null
}

/** Hears of job orders; null = it begins now, or something may have gone unheard: what is shown is to be asked again. */
export type OrderHearer = (frame: JobOrdersChanged | null) => void

export type LiveStore = ReturnType<typeof createLiveStore>

/** Status starts kept a work center: a page open for weeks refetches long before. */
const TRAIL_LENGTH = 500
const NO_STARTS: readonly StatusStart[] = []

/**
 * Returns the page's live store: the latest state of each work center. A newer state replaces an older one, never the reverse. Listeners subscribe
 * to one work center, to all, to the connection, or to "refetch what you show" (after a gap, a resync or a reconnect).
 */
export function createLiveStore() {
  const latest = new Map<number, LiveWorkCenter>()
  const trails = new Map<number, readonly StatusStart[]>()
  const one = new Map<number, Set<() => void>>()
  const all = new Set<() => void>()
  const connectionListeners = new Set<() => void>()
  const refetchListeners = new Set<() => void>()
  const recordListeners = new Set<(changes: readonly RecordsChange[]) => void>()
  const orderHearers = new Set<OrderHearer>()
  const orderWishes = new Set<() => void>()
  let connection: ConnectionState = { status: 'connecting', since: 0 }
  let version = 0

  function put(next: LiveWorkCenter): boolean {
    const id = next.workCenterId
    const known = latest.get(id)
    if (known && known.at >= next.at) return false
    const isNew = next.status?.since !== known?.status?.since || next.stop?.look !== known?.stop?.look
    if (next.status && isNew) trails.set(id, joinStart(trails.get(id) ?? NO_STARTS, next.status, next))
    latest.set(id, next)
    notify(one.get(id))
    return true
  }

  return {
    get: (id: number): LiveWorkCenter | undefined => latest.get(id),
    trail: (id: number): readonly StatusStart[] => trails.get(id) ?? NO_STARTS,
    all: (): ReadonlyMap<number, LiveWorkCenter> => latest,
    version: (): number => version,
    connection: (): ConnectionState => connection,
    apply(changed: readonly LiveWorkCenter[]): void {
      let isChanged = false
      for (const next of changed) isChanged = put(next) || isChanged
      if (!isChanged) return
      version += 1
      notify(all)
    },
    setConnection(status: ConnectionState['status'], since: number): void {
      if (connection.status === status) return
      connection = { status, since }
      notify(connectionListeners)
    },
    requestRefetch: (): void => notify(refetchListeners),
    /** Records changed: whoever shows them asks again. */
    applyRecords(changes: readonly RecordsChange[]): void {
      for (const hear of recordListeners) hear(changes)
    },
    subscribeRecords(hear: (changes: readonly RecordsChange[]) => void): () => void {
      recordListeners.add(hear)
      return () => recordListeners.delete(hear)
    },
    applyOrders(frame: JobOrdersChanged | null): void {
      for (const hear of orderHearers) hear(frame)
    },
    hearsOrders: (): boolean => orderHearers.size > 0,
    /** Job orders are heard of as long as somebody asks for it. */
    subscribeOrders(hear: OrderHearer): () => void {
      orderHearers.add(hear)
      if (orderHearers.size === 1) notify(orderWishes)
      return () => {
        if (orderHearers.delete(hear) && orderHearers.size === 0) notify(orderWishes)
      }
    },
    /** Tells when somebody begins to hear of job orders, and when nobody does any more. */
    subscribeOrderWish: (listener: () => void): (() => void) => listen(orderWishes, listener),
    subscribe(id: number, listener: () => void): () => void {
      const listeners = one.get(id) ?? new Set()
      one.set(id, listeners.add(listener))
      return () => listeners.delete(listener)
    },
    subscribeAll: (listener: () => void): (() => void) => listen(all, listener),
    subscribeConnection: (listener: () => void): (() => void) => listen(connectionListeners, listener),
    subscribeRefetch: (listener: () => void): (() => void) => listen(refetchListeners, listener),
  }
}

/** Returns the starts with the new one: starts at or after it were taken back by late data. */
function joinStart(
  starts: readonly StatusStart[],
  status: StatusStart['status'],
  { at, stop }: Pick<LiveWorkCenter, 'at' | 'stop'>,
): readonly StatusStart[] {
  const start = { start: status.since, at, status, look: stop?.look ?? null }
  return [...starts.filter((known) => known.start < status.since), start].slice(-TRAIL_LENGTH)
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(listeners: ReadonlySet<() => void> | undefined): void {
  if (listeners) for (const listener of listeners) listener()
}

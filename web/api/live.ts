import type { HubConnection } from '@microsoft/signalr'
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react'
import type { JobOrdersChanged } from '#engine/jobOrder/liveOrder.ts'
import type { LiveWorkCenter, RecordsChanged, WorkCentersChanged } from '#engine/workCenter/liveWorkCenter.ts'
import { HUB_METHODS, HUB_TARGETS } from '#engine/workCenter/liveWorkCenter.ts'
import { serverNow, setClockOffset } from '#web/ui/clock.ts'
import { createHubCalls } from './hubCalls.ts'
import { logFailure } from '#web/ui/log.ts'
import type { ConnectionState, LiveStore, StatusStart } from './liveStore.ts'

/** Spec 000 §9. */
const RETRY_MS = 1000

/** Longer than a page takes from its first question until it connects. */
const AHEAD_MS = 10_000

export type LiveOptions = {
  readonly url: string
  accessToken(): Promise<string | null>
  readonly tenantId: string | null
  /** A start failed; to a browser a refused token looks like a server that is away. */
  onFailure?(): void
}

export const LiveContext = createContext<LiveStore | null>(null)

/** Connects the store to the supervisor hub and keeps it connected; returns the function that ends it. */
export function connectLive(store: LiveStore, options: LiveOptions): () => void {
  const calls = createHubCalls()
  let isEnded = false
  let connection: HubConnection | undefined
  let subscribed: Promise<unknown> | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let wasLost = false
  const beganAt = Math.max(0, performance.now() - AHEAD_MS)

  function scheduleRetry(error: unknown): void {
    if (isEnded) return
    wasLost = true
    calls.closed()
    // An attempt that never came to a connection leaves its subscription waiting for the next one.
    if (connection !== undefined) subscribed = null
    connection = undefined
    logFailure('SignalR connection failed', error)
    store.setConnection('reconnecting', serverNow())
    options.onFailure?.()
    clearTimeout(retry)
    retry = setTimeout(start, RETRY_MS)
  }

  function start(): void {
    // After a lost connection the page asks everything again; before that it wants to hear what has changed since its first question.
    subscribed ??= calls.invoke(HUB_METHODS.subscribeWorkCenters, null, () => (wasLost ? null : Math.ceil(performance.now() - beganAt)))
    void Promise.all([openConnection(store, options, scheduleRetry).then(opened), subscribed])
      .then(([, snapshot]) => {
        // What changed since the page asked and before it listened stands in the answer to its subscription.
        if (isSnapshot(snapshot)) store.apply(snapshot.workCenters)
        store.setConnection('live', serverNow())
        if (wasLost) store.requestRefetch()
        wasLost = false
        if (store.hearsOrders()) askForOrders()
        return undefined
      })
      .catch(scheduleRetry)
  }

  function opened(next: HubConnection): void {
    if (isEnded) return void next.stop()
    connection = next
    calls.opened(next)
  }

  /** Nobody's orders are those of no work center. */
  function askForOrders(): void {
    if (connection === undefined) return
    calls.invoke(HUB_METHODS.subscribeJobOrders, store.hearsOrders() ? null : []).then(
      () => store.applyOrders(null),
      (error) => logFailure('Job orders are not heard of', error),
    )
  }

  const leaveWish = store.subscribeOrderWish(askForOrders)
  start()
  return () => {
    isEnded = true
    leaveWish()
    clearTimeout(retry)
    void connection?.stop()
  }
}

async function openConnection(store: LiveStore, options: LiveOptions, onClosed: (error: unknown) => void): Promise<HubConnection> {
  const { HubConnectionBuilder, HttpTransportType, LogLevel } = await import('@microsoft/signalr')
  // A refused upgrade looks like any failure to a browser, so the token is made fresh before each start.
  const token = await options.accessToken()
  if (token === null) throw new Error('No session')
  const connection = new HubConnectionBuilder()
    .withUrl(hubUrl(options), { skipNegotiation: true, transport: HttpTransportType.WebSockets, accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build()
  let sequence: number | null = null
  connection.on(HUB_TARGETS.workCentersChanged, (frame: WorkCentersChanged) => {
    setClockOffset(frame.serverTime)
    store.apply(frame.workCenters)
    if (sequence !== null && frame.sequence !== sequence + 1) store.requestRefetch()
    sequence = frame.sequence
  })
  connection.on(HUB_TARGETS.recordsChanged, ({ changes }: RecordsChanged) => store.applyRecords(changes))
  connection.on(HUB_TARGETS.jobOrdersChanged, (frame: JobOrdersChanged) => store.applyOrders(frame))
  connection.on(HUB_TARGETS.resync, () => store.requestRefetch())
  await connection.start()
  connection.onclose(onClosed)
  return connection
}

function isSnapshot(answer: unknown): answer is Pick<WorkCentersChanged, 'workCenters'> {
  return typeof answer === 'object' && answer !== null && 'workCenters' in answer && Array.isArray(answer.workCenters)
}

function hubUrl({ url, tenantId }: LiveOptions): string {
  return tenantId === null ? url : `${url}?x-schema-code=${encodeURIComponent(tenantId)}`
}

/** Returns the live store of the page. */
export function useLiveStore(): LiveStore {
  const store = useContext(LiveContext)
  // Spec 000 §8, real-time service missing.
  if (store === null) throw new Error('Failed to inject')
  return store
}

/** Returns the latest state of one work center; only its changes render the component again. */
export function useLiveWorkCenter(id: number): LiveWorkCenter | undefined {
  const store = useLiveStore()
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.get(id))
}

/** Returns the statuses of one work center that began while the page was open, oldest first. */
export function useStatusTrail(id: number): readonly StatusStart[] {
  const store = useLiveStore()
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.trail(id))
}

/** Returns whether live data flows, and since when. */
export function useConnection(): ConnectionState {
  const store = useLiveStore()
  return useSyncExternalStore(store.subscribeConnection, store.connection)
}

/** Calls `refetch` whenever live messages may have been missed. */
export function useRefetchOnGap(refetch: () => void): void {
  const store = useLiveStore()
  useEffect(() => store.subscribeRefetch(refetch), [store, refetch])
}

import { unitedChange } from '#engine/event/recordsChange.ts'
import type { RecordsChange } from '#engine/event/recordsChange.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { HUB_TARGETS } from '#engine/workCenter/liveWorkCenter.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { RecordsFeed, RecordsNews } from '#server/event/recordsFeed.ts'
import { createFrame } from './hubProtocol.ts'
import type { Frame, ProtocolName } from './hubProtocol.ts'
import type { LiveBus } from './liveBus.ts'

/** Which work centers a page listens to: null = all that it may see, which `visible` may limit too. */
export type Subscription = { readonly wanted: ReadonlySet<number> | null; readonly visible: ReadonlySet<number> | null }

/** Somebody who hears frames. */
export type Listener = {
  readonly protocol: ProtocolName
  readonly subscription: Subscription
  hear(frame: Frame): void
  /** Records of its company changed; the listener sorts out what it may hear of. */
  hearRecords(change: RecordsChange): void
  /** Something may have gone unheard. */
  hearGap(): void
}

/** Who hears what: one subscription to the bus a company, one serialisation a protocol and a set of work centers. */
export type Hub = {
  join(companyId: CompanyId, listener: Listener): void
  leave(companyId: CompanyId, listener: Listener): void
  /** Returns what is known of the work centers of a subscription. */
  snapshot(companyId: CompanyId, subscription: Subscription): readonly LiveWorkCenter[]
  /** Returns the changes of records since the instant, oldest first; null when they are not remembered that far back. */
  recordsSince(companyId: CompanyId, at: number): readonly RecordsChange[] | null
}

/** Changes of records are remembered this long: a page asks its questions first and listens a moment later. */
export const REMEMBERED_MS = 60_000
/** Above so many remembered changes of all companies, the oldest go sooner: a page that asked before them asks everything again. */
export const MAX_REMEMBERED = 100_000

type Room = { readonly listeners: Set<Listener>; readonly end: () => void }

/** Returns a hub on the bus and the feed of changed records. */
export function createHub(live: LiveBus, records: Pick<RecordsFeed, 'subscribe'>, now: () => number): Hub {
  const rooms = new Map<CompanyId, Room>()
  const memory = createMemory(now)
  records.subscribe((news) => {
    memory.take(news)
    if (news.missed) for (const { listeners } of rooms.values()) for (const listener of listeners) listener.hearGap()
    else
      for (const change of news.changes) for (const listener of rooms.get(change.companyId)?.listeners ?? []) listener.hearRecords(change)
  })
  return {
    join(companyId, listener) {
      let room = rooms.get(companyId)
      if (!room) {
        const listeners = new Set<Listener>()
        room = { listeners, end: live.subscribe(companyId, (changed) => sendChanged(listeners, changed, now())) }
        rooms.set(companyId, room)
      }
      room.listeners.add(listener)
    },
    leave(companyId, listener) {
      const room = rooms.get(companyId)
      if (!room?.listeners.delete(listener) || room.listeners.size > 0) return
      room.end()
      rooms.delete(companyId)
    },
    recordsSince: memory.since,
    snapshot: (companyId, subscription) => live.all(companyId).filter((one) => isHeard(subscription, one.workCenterId)),
  }
}

/** The changes of one second by company and work center, united: however often something changes, it is remembered once a second. */
type Second = { readonly from: number; readonly companies: Map<CompanyId, Map<WorkCenterId | null, Remembered>> }
type Remembered = { readonly lastAt: number; readonly change: RecordsChange }

function createMemory(now: () => number) {
  let seconds: Second[] = []
  let count = 0
  let completeFrom = now()
  const forget = (): void => {
    for (const change of seconds.shift()?.companies.values() ?? []) count -= change.size
    completeFrom = Math.max(completeFrom, seconds[0]?.from ?? 0)
  }
  return {
    take(news: RecordsNews): void {
      const at = now()
      if (news.missed) {
        seconds = []
        count = 0
        completeFrom = at
        return
      }
      let last = seconds.at(-1)
      if (last === undefined || at < last.from || at >= last.from + SECOND_MS) {
        last = { from: at, companies: new Map() }
        seconds.push(last)
      }
      for (const { companyId, ...change } of news.changes) {
        const company = last.companies.get(companyId) ?? new Map<WorkCenterId | null, Remembered>()
        last.companies.set(companyId, company)
        const known = company.get(change.workCenterId)
        if (known === undefined) count++
        company.set(change.workCenterId, { lastAt: at, change: known === undefined ? change : unitedChange(known.change, change) })
      }
      while (seconds.length > 1 && ((seconds[1]?.from ?? at) < at - REMEMBERED_MS || count > MAX_REMEMBERED)) forget()
    },
    since(companyId: CompanyId, at: number): readonly RecordsChange[] | null {
      if (at < completeFrom || at < now() - REMEMBERED_MS) return null
      return seconds
        .filter(({ from }) => from + SECOND_MS > at)
        .flatMap(({ companies }) => [...(companies.get(companyId)?.values() ?? [])])
        .filter(({ lastAt }) => lastAt >= at)
        .map(({ change }) => change)
    },
  }
}

function sendChanged(listeners: ReadonlySet<Listener>, changed: readonly LiveWorkCenter[], serverTime: number): void {
  const frames = new Map<string, Frame | null>()
  for (const listener of listeners) {
    const key = `${listener.protocol} ${keyOf(listener.subscription)}`
    let frame = frames.get(key)
    if (frame === undefined) {
      const heard = changed.filter((one) => isHeard(listener.subscription, one.workCenterId))
      frame = heard.length === 0 ? null : createFrame(listener.protocol, HUB_TARGETS.workCentersChanged, { serverTime, workCenters: heard })
      frames.set(key, frame)
    }
    if (frame) listener.hear(frame)
  }
}

const keys = new WeakMap<Subscription, string>()

/** Returns the key of the subscription, made once: pages with the same one share their frames. */
export function keyOf(subscription: Subscription): string {
  const known = keys.get(subscription)
  if (known !== undefined) return known
  const made = [subscription.wanted, subscription.visible].map((set) => (set ? [...set].toSorted((a, b) => a - b).join() : '*')).join(' ')
  keys.set(subscription, made)
  return made
}

/** Returns whether a subscription hears of the work center. */
export function isHeard({ wanted, visible }: Subscription, id: number): boolean {
  return (wanted === null || wanted.has(id)) && (visible === null || visible.has(id))
}

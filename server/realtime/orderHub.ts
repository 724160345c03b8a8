import type { RecordsChange } from '#engine/event/recordsChange.ts'
import { frameOfChanges, orderChanges, seenByOperators } from '#engine/jobOrder/liveOrder.ts'
import type { HeardPlaces, LiveOrder, OrderChange } from '#engine/jobOrder/liveOrder.ts'
import type { CompanyId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { HUB_TARGETS } from '#engine/workCenter/liveWorkCenter.ts'
import type { RecordsFeed } from '#server/event/recordsFeed.ts'
import type { QuotedOrder, ReadLiveOrders } from '#server/jobOrder/liveOrder.service.ts'
import type { Logger } from '#server/log.ts'
import { keyOf } from './hub.ts'
import { createFrame } from './hubProtocol.ts'
import type { Frame, ProtocolName } from './hubProtocol.ts'

/** A company's job orders are looked at this often at most: its pages get one frame a second, in which the last state wins. */
export const ORDER_FRAME_MS = SECOND_MS

/** A page that hears of job orders. */
export type OrderListener = {
  readonly places: HeardPlaces
  /** Whether the quota of the work centers bounds what it sees. */
  readonly isOperator: boolean
  readonly protocol: ProtocolName
  hear(frame: Frame): void
  /** Something may have gone unheard. */
  hearGap(): void
}

/** Who hears of job orders: however many pages a company has, its orders are read once. */
export type OrderHub = {
  /** Resolves once every later change will be heard: what the page asks after that has no gap. */
  join(companyId: CompanyId, listener: OrderListener): Promise<void>
  leave(companyId: CompanyId, listener: OrderListener): void
}

type OrderHubDeps = {
  readonly records: Pick<RecordsFeed, 'subscribe'>
  readonly read: ReadLiveOrders
  readonly now: () => number
  readonly log: Logger
  readonly frameMs?: number
}

type Place = WorkCenterId | null
type Room = {
  readonly companyId: CompanyId
  readonly listeners: Set<OrderListener>
  known: ReadonlyMap<JobOrderId, QuotedOrder>
  /** Work centers whose orders changed since they were read; null = any of them may have. */
  dirty: Set<Place> | null
  /** Work centers where something was done with orders, also what a look does not show: an order that came and went between two of them. */
  acted: Set<Place>
  isKnown: boolean
  hasFailed: boolean
  timer: NodeJS.Timeout | null
  work: Promise<void>
}

/** Returns the hub of job orders: it reads what the feed of records says has changed, and tells each page what is new to it. */
export function createOrderHub({ records, read: readOrders, now, log, frameMs = ORDER_FRAME_MS }: OrderHubDeps): OrderHub {
  const rooms = new Map<CompanyId, Room>()

  /** One look at a time: a frame never tells what is older than the one before. */
  const look = (room: Room): Promise<void> => {
    room.work = room.work.then(() => lookOnce(room))
    return room.work
  }
  const lookOnce = async (room: Room): Promise<void> => {
    const { dirty, acted } = room
    if (dirty !== null && dirty.size === 0) return
    room.dirty = new Set()
    room.acted = new Set()
    const before = [...room.known.values()]
    const isLookedAt = ({ order }: QuotedOrder) => dirty === null || dirty.has(order.workCenterId)
    try {
      const ids = before.filter(isLookedAt).map(({ order }) => order.id)
      const read = await readOrders(room.companyId, { places: dirty === null ? null : [...dirty], ids })
      const found = new Set(read.map(({ order }) => order.id))
      const after = [...before.filter((one) => !isLookedAt(one) && !found.has(one.order.id)), ...read]
      room.known = new Map(after.filter(isOpen).map((one) => [one.order.id, one]))
      if (room.isKnown) tell(room, { before, after, acted: [...acted] }, now())
      // Who listens since before the first look succeeded asked too early.
      else if (room.hasFailed) for (const listener of room.listeners) listener.hearGap()
      room.isKnown = true
      room.hasFailed = false
    } catch (error) {
      log.warn({ err: error }, 'job orders could not be read for the hub')
      room.dirty = dirty === null || room.dirty === null ? null : new Set([...dirty, ...room.dirty])
      room.acted = new Set([...acted, ...room.acted])
      room.hasFailed = true
      plan(room)
    }
  }
  const plan = (room: Room): void => {
    room.timer ??= setTimeout(() => {
      room.timer = null
      void look(room)
    }, frameMs).unref()
  }

  records.subscribe((news) => {
    if (news.missed) {
      for (const room of rooms.values()) {
        room.dirty = null
        plan(room)
        for (const listener of room.listeners) listener.hearGap()
      }
      return
    }
    for (const change of news.changes) {
      const room = rooms.get(change.companyId)
      if (room === undefined || !isOfOrders(change)) continue
      room.dirty?.add(change.workCenterId)
      if (change.kinds.includes('order')) room.acted.add(change.workCenterId)
      plan(room)
    }
  })

  return {
    async join(companyId, listener) {
      let room = rooms.get(companyId)
      if (room === undefined) {
        room = {
          companyId,
          listeners: new Set(),
          known: new Map(),
          dirty: null,
          acted: new Set(),
          isKnown: false,
          hasFailed: false,
          timer: null,
          work: Promise.resolve(),
        }
        rooms.set(companyId, room)
      }
      room.listeners.add(listener)
      // What the page asks now is not older than what it is told from here on.
      await look(room)
    },
    leave(companyId, listener) {
      const room = rooms.get(companyId)
      if (!room?.listeners.delete(listener) || room.listeners.size > 0) return
      if (room.timer !== null) clearTimeout(room.timer)
      rooms.delete(companyId)
    },
  }
}

/** Quotas are settings of a work center. */
function isOfOrders({ kinds }: RecordsChange): boolean {
  return kinds.includes('order') || kinds.includes('output') || kinds.includes('workCenter') || kinds.includes('settings')
}

function isOpen({ order: { status } }: QuotedOrder): boolean {
  return status !== 'COMPLETED' && status !== 'TECHNICALLY_COMPLETED' && status !== 'CANCELLED'
}

type Look = { readonly before: readonly QuotedOrder[]; readonly after: readonly QuotedOrder[]; readonly acted: readonly Place[] }

/** Both views are made once for all pages, and written once for those that hear of the same work centers in the same protocol. */
function tell({ listeners }: Room, { before, after, acted }: Look, serverTime: number): void {
  const views = new Map<boolean, readonly OrderChange[]>()
  const frames = new Map<string, Frame | null>()
  for (const listener of listeners) {
    const { isOperator, places, protocol } = listener
    const key = `${protocol} ${isOperator} ${keyOf(places)}`
    let frame = frames.get(key)
    if (frame === undefined) {
      const changes = views.get(isOperator) ?? orderChanges(seenBy(isOperator, before), seenBy(isOperator, after))
      views.set(isOperator, changes)
      const told = frameOfChanges({ changes, acted }, places, serverTime)
      frame = told === null ? null : createFrame(protocol, HUB_TARGETS.jobOrdersChanged, told)
      frames.set(key, frame)
    }
    if (frame !== null) listener.hear(frame)
  }
}

function seenBy(isOperator: boolean, orders: readonly QuotedOrder[]): readonly LiveOrder[] {
  const all = orders.map(({ order }) => order)
  if (!isOperator) return all
  const quotas = new Map(orders.map(({ order, quota }) => [order.workCenterId, quota]))
  return seenByOperators(all, (id) => quotas.get(id) ?? null)
}

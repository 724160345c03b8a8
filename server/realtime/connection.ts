import { MessageType } from '@microsoft/signalr'
import type { HubMessage } from '@microsoft/signalr'
import type { RawData, WebSocket } from 'ws'
import { unitedChange } from '#engine/event/recordsChange.ts'
import type { RecordKind, RecordsChange } from '#engine/event/recordsChange.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { HUB_METHODS, HUB_TARGETS } from '#engine/workCenter/liveWorkCenter.ts'
import type { JobOrdersChanged } from '#engine/jobOrder/liveOrder.ts'
import type { RecordsChanged, WorkCentersChanged } from '#engine/workCenter/liveWorkCenter.ts'
import { metrics } from '#server/http/metrics.ts'
import { isHeard } from './hub.ts'
import type { Hub, Listener, Subscription } from './hub.ts'
import { handshakeAnswer, readHandshake, readMessages, writeMessage } from './hubProtocol.ts'
import type { Frame, ProtocolName } from './hubProtocol.ts'
import type { OrderHub, OrderListener } from './orderHub.ts'

/** A client that has this much waiting is too slow: it gets no more frames until it has caught up, then it starts over. */
export const MAX_BUFFERED_BYTES = 1_048_576
const CAUGHT_UP_BYTES = 65_536
const HANDSHAKE_LIMIT_MS = 15_000
const PING_EVERY_MS = 15_000
const SILENCE_LIMIT_MS = 60_000
const CHECK_EVERY_MS = 60_000
/** Changes of records are gathered for this long: most of what follows from an edit reaches a page in one message with it. */
const RECORDS_FRAME_MS = 30
/** A page sends a ping each 15 s and a subscription now and then. */
const MAX_MESSAGES_A_MINUTE = 240
const MAX_IDS = 10_000

const frames = metrics.counter('trueline_hub_frames_total', 'Frames sent to pages.')
const dropped = metrics.counter('trueline_hub_dropped_frames_total', 'Frames not sent because the page was too slow to take them.')

export type ConnectionOptions = {
  readonly companyId: CompanyId
  /** The work centers that the member may see, null = all. */
  readonly visible: ReadonlySet<number> | null
  /** The kinds of records that the member may hear of. */
  readonly heard: ReadonlySet<RecordKind>
  readonly hub: Hub
  readonly orderHub: OrderHub
  /** Whether the quota of the work centers bounds which job orders the member sees. */
  readonly isOperator: boolean
  readonly now: () => number
  /** When the token ends, ms UTC; null = unknown. */
  readonly expiresAt: number | null
  /** Answers whether the member still is one with the same rights. */
  readonly isStillMember: () => Promise<boolean>
  /** How often that is asked; a minute when left out. */
  readonly checkEveryMs?: number
  /** How long changes of records are gathered. */
  readonly recordsFrameMs?: number
}

/** What a call of the hub answers. */
type Answer =
  | { readonly result: WorkCentersChanged | Pick<JobOrdersChanged, 'sequence' | 'serverTime'> | null }
  | { readonly error: string }

/** One page's connection to the hub: handshake, subscription, frames in order, pings, and an end when the token or the membership ends. */
export class Connection {
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  readonly #timers: NodeJS.Timeout[] = []
  #protocol: ProtocolName | null = null
  #listener: Listener | null = null
  #sequence = 0
  #orderListener: OrderListener | null = null
  #orderSequence = 0
  #isBehind = false
  readonly #changes = new Map<WorkCenterId | null, RecordsChange>()
  #recordsTimer: NodeJS.Timeout | null = null
  /** How often the member is being looked up right now. */
  #checks = 0
  #heardAt: number
  #messages = 0

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#heardAt = options.now()
    socket.on('message', (data: RawData) => this.#receive(toBuffer(data)))
    socket.on('close', () => this.#end())
    socket.on('error', () => socket.terminate())
    this.#later(HANDSHAKE_LIMIT_MS, () => this.#protocol === null && socket.terminate())
    this.#every(PING_EVERY_MS, () => this.#beat())
    this.#every(options.checkEveryMs ?? CHECK_EVERY_MS, () => {
      this.#messages = 0
      void this.checkMember()
    })
    const left = options.expiresAt === null ? null : options.expiresAt - options.now()
    if (left !== null && left < 2 ** 31) this.#later(Math.max(0, left), () => this.close('TOKEN_EXPIRED'))
  }

  /** Says why and closes; the client may connect again with another token. */
  close(reason: string): void {
    this.#send({ type: MessageType.Close, error: reason, allowReconnect: false })
    this.#socket.close(1000, reason)
  }

  /** Closes the connection when its member lost the membership or has other rights than at its start. */
  async checkMember(): Promise<void> {
    this.#checks++
    // A database that is away ends nobody's connection.
    const isMember = await this.#options.isStillMember().catch(() => true)
    this.#checks--
    if (!isMember) this.close('UNAUTHENTICATED')
  }

  #receive(bytes: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#heardAt = this.#options.now()
    try {
      if (this.#protocol === null) this.#shakeHands(bytes)
      else for (const message of readMessages(this.#protocol, bytes)) this.#handle(message)
    } catch {
      this.close('BAD_MESSAGE')
    }
  }

  #shakeHands(bytes: Buffer): void {
    const handshake = readHandshake(bytes)
    this.#socket.send(handshakeAnswer(handshake ? undefined : 'UNKNOWN_PROTOCOL'))
    if (handshake === null) return this.#socket.close(1002, 'UNKNOWN_PROTOCOL')
    this.#protocol = handshake.protocol
    if (handshake.rest.length > 0) this.#receive(handshake.rest)
  }

  #handle(message: HubMessage): void {
    if (message.type === MessageType.Close) return this.#socket.close(1000)
    if (++this.#messages > MAX_MESSAGES_A_MINUTE) return this.close('TOO_MANY_MESSAGES')
    if (message.type !== MessageType.Invocation) return
    const { target, invocationId } = message
    const args: readonly unknown[] = message.arguments
    const complete = (answer: Answer) => {
      if (invocationId !== undefined) this.#send({ type: MessageType.Completion, invocationId, ...answer })
    }
    if (target === HUB_METHODS.subscribeJobOrders) void this.#subscribeJobOrders(args).then(complete)
    else complete(this.#invoke(target, args))
  }

  /** Answered once every later change will be heard: what the page asks the API after that has no gap. */
  async #subscribeJobOrders(args: readonly unknown[]): Promise<Answer> {
    const wanted = idsOf(args[0])
    if (wanted === undefined) return { error: 'BAD_ARGUMENTS workCenterIds' }
    const { orderHub, companyId, visible, heard, isOperator, now } = this.#options
    if (!heard.has('order')) return { error: 'FORBIDDEN' }
    this.#leaveOrders()
    const listener: OrderListener = {
      places: { wanted, visible },
      isOperator,
      protocol: this.#protocol ?? 'json',
      hear: (frame) => this.#hearOrders(frame),
      hearGap: () => this.#resync(),
    }
    this.#orderListener = listener
    await orderHub.join(companyId, listener)
    return { result: { sequence: this.#orderSequence, serverTime: now() } }
  }

  #invoke(target: string, args: readonly unknown[]): Answer {
    if (target === HUB_METHODS.unsubscribe) {
      this.#leave()
      this.#leaveOrders()
      return { result: null }
    }
    if (target !== HUB_METHODS.subscribeWorkCenters) return { error: `UNKNOWN_METHOD ${target.slice(0, 100)}` }
    const wanted = idsOf(args[0])
    if (wanted === undefined) return { error: 'BAD_ARGUMENTS workCenterIds' }
    const askedMsAgo = args[1] ?? null
    if (askedMsAgo !== null && !isLength(askedMsAgo)) return { error: 'BAD_ARGUMENTS askedMsAgo' }
    const { hub, companyId, visible, now } = this.#options
    const subscription: Subscription = { wanted, visible }
    this.#leave()
    this.#listener = {
      protocol: this.#protocol ?? 'json',
      subscription,
      hear: (frame) => this.#hear(frame),
      hearRecords: (change) => this.#hearRecords(subscription, change),
      hearGap: () => this.#resync(),
    }
    hub.join(companyId, this.#listener)
    if (askedMsAgo !== null) this.#hearMissed(subscription, now() - askedMsAgo)
    return { result: { sequence: this.#sequence, serverTime: now(), workCenters: hub.snapshot(companyId, subscription) } }
  }

  /** Records that changed after the page asked its questions and before it listened. */
  #hearMissed(subscription: Subscription, since: number): void {
    const missed = this.#options.hub.recordsSince(this.#options.companyId, since)
    if (missed === null) this.#resync()
    else for (const change of missed) this.#hearRecords(subscription, change)
  }

  #hear(frame: Frame): void {
    if (!this.#mayTake()) return
    this.#socket.send(frame(++this.#sequence))
  }

  #hearOrders(frame: Frame): void {
    // Somebody who was just removed hears nothing more.
    if (this.#checks > 0) return this.#resync()
    if (!this.#mayTake()) return
    this.#socket.send(frame(++this.#orderSequence))
  }

  /** Returns whether the page takes another frame; one that was too slow starts over. */
  #mayTake(): boolean {
    if (this.#socket.bufferedAmount > (this.#isBehind ? CAUGHT_UP_BYTES : MAX_BUFFERED_BYTES)) {
      this.#isBehind = true
      dropped.increment()
      return false
    }
    if (this.#isBehind) {
      this.#isBehind = false
      this.#resync()
    }
    frames.increment()
    return true
  }

  #hearRecords(subscription: Subscription, { workCenterId, kinds, from, to }: RecordsChange): void {
    if (workCenterId !== null && !isHeard(subscription, workCenterId)) return
    const heard = kinds.filter((kind) => this.#options.heard.has(kind))
    if (heard.length === 0) return
    const change: RecordsChange = { workCenterId, kinds: heard, from, to }
    const known = this.#changes.get(workCenterId)
    this.#changes.set(workCenterId, known === undefined ? change : unitedChange(known, change))
    this.#waitForRecords()
  }

  #waitForRecords(): void {
    this.#recordsTimer ??= setTimeout(() => this.#sendRecords(), this.#options.recordsFrameMs ?? RECORDS_FRAME_MS).unref()
  }

  #sendRecords(): void {
    this.#recordsTimer = null
    // Somebody who was just removed hears nothing more: it waits for what the look-up says.
    if (this.#checks > 0) return this.#waitForRecords()
    const changes = [...this.#changes.values()]
    this.#changes.clear()
    // Whoever is behind asks everything again once it has caught up.
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#isBehind = true
    if (this.#isBehind || changes.length === 0) return
    const message: RecordsChanged = { serverTime: this.#options.now(), changes }
    this.#send({ type: MessageType.Invocation, target: HUB_TARGETS.recordsChanged, arguments: [message] })
  }

  #resync(): void {
    this.#send({ type: MessageType.Invocation, target: HUB_TARGETS.resync, arguments: [] })
  }

  #beat(): void {
    if (this.#options.now() - this.#heardAt > SILENCE_LIMIT_MS) return this.#socket.terminate()
    // A page that caught up while nothing changed is told so now.
    if (this.#isBehind && this.#socket.bufferedAmount <= CAUGHT_UP_BYTES) {
      this.#isBehind = false
      this.#resync()
    }
    if (!this.#isBehind) this.#send({ type: MessageType.Ping })
  }

  #send(message: HubMessage): void {
    if (this.#protocol !== null && this.#socket.readyState === this.#socket.OPEN) this.#socket.send(writeMessage(this.#protocol, message))
  }

  #leave(): void {
    if (this.#listener) this.#options.hub.leave(this.#options.companyId, this.#listener)
    this.#listener = null
    if (this.#recordsTimer !== null) clearTimeout(this.#recordsTimer)
    this.#recordsTimer = null
    this.#changes.clear()
  }

  #leaveOrders(): void {
    if (this.#orderListener) this.#options.orderHub.leave(this.#options.companyId, this.#orderListener)
    this.#orderListener = null
  }

  #end(): void {
    this.#leave()
    this.#leaveOrders()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #later(ms: number, work: () => void): void {
    this.#timers.push(setTimeout(work, ms).unref())
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms).unref())
  }
}

/** Returns the ids that a page asks for, null = all; undefined for anything else. */
function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function idsOf(value: unknown): ReadonlySet<number> | null | undefined {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > MAX_IDS) return undefined
  const ids = value.filter((id): id is number => typeof id === 'number' && Number.isInteger(id))
  return ids.length === value.length ? new Set(ids) : undefined
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

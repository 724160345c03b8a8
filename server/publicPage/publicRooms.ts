import type { CompanyId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { hasVisibleChange, visibleOfView } from '#engine/workCenter/visibleChange.ts'
import { PUBLIC_EVENTS, publicViewOf } from '#engine/workCenter/publicView.ts'
import type { PublicEnd, PublicPage } from '#engine/workCenter/publicView.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { listOpenHashes } from '#server/workCenter/publicAccess.store.ts'
import type { PageOwner } from '#server/workCenter/publicAccess.store.ts'
import type { Topics } from '#server/event/topics.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { readPublicData } from './publicData.service.ts'
import type { PublicData } from './publicData.service.ts'

export type RoomDeps = {
  readonly database: Database
  readonly live: LiveBus
  readonly ingest: Pick<IngestPort, 'settle'>
  readonly topics: Pick<Topics, 'publicAccessChanges'>
  readonly log: Logger
  readonly now: () => number
  /** How often a page that somebody looks at is looked up again: closing it in another process ends its streams this soon. */
  readonly checkEveryMs?: number
}

/** Somebody who looks at a page. */
export type Watcher = {
  hear(event: string, json: string): void
  /** Told last. */
  end(event: PublicEnd): void
}

type Room = {
  readonly owner: PageOwner
  readonly watchers: Set<Watcher>
  data: PublicData | null
  /** Last published text, without the server's time; '' = none yet. */
  sent: string
  strip: string
  sendTimer: NodeJS.Timeout | null
  sentAt: number
  readAt: number
  isReading: boolean
}

/** Figures are told at most this often. */
const TELL_EVERY_MS = 1_000
const CHECK_EVERY_MS = 2_000
/** Settings, targets and the statuses of the shift are read anew this often. */
const READ_EVERY_MS = 10_000
/** Where nothing is published, because ingest runs in another process, the figures too. */
const READ_SILENT_EVERY_MS = 3_000

/** Returns the first answer of a page. */
export function pageOf({ frame, live, strip }: PublicData, now: number): PublicPage {
  return { view: publicViewOf(frame, live, now), strip }
}

/** Viewers of public pages. All viewers of a page get the same text, made once; a page without viewers costs nothing. */
export class PublicRooms {
  readonly #deps: RoomDeps
  readonly #rooms = new Map<string, Room>()
  readonly #companies = new Map<CompanyId, () => void>()
  readonly #endHearing: () => void
  #looking: NodeJS.Timeout | null = null

  constructor(deps: RoomDeps) {
    this.#deps = deps
    this.#endHearing = deps.topics.publicAccessChanges.subscribe(({ companyId, workCenterId }) => {
      const changed = [...this.#rooms].filter(([, { owner }]) => owner.companyId === companyId && owner.workCenterId === workCenterId)
      void this.#check(changed.map(([tokenHash]) => tokenHash))
    })
  }

  /** Adds a watcher and returns its leave function. The watcher gets the current data and every change. */
  join(tokenHash: string, owner: PageOwner, watcher: Watcher): () => void {
    const room = this.#rooms.get(tokenHash) ?? this.#open(tokenHash, owner)
    room.watchers.add(watcher)
    if (room.data !== null && room.sent !== '') {
      watcher.hear(PUBLIC_EVENTS.view, JSON.stringify(publicViewOf(room.data.frame, room.data.live, this.#deps.now())))
      watcher.hear(PUBLIC_EVENTS.strip, room.strip)
    }
    return () => {
      room.watchers.delete(watcher)
      if (room.watchers.size === 0) this.#drop(tokenHash, room)
    }
  }

  /** Ends all streams: the server goes. */
  close(): void {
    this.#endHearing()
    for (const [tokenHash, room] of this.#rooms) this.#close(tokenHash, room, PUBLIC_EVENTS.restart)
  }

  #open(tokenHash: string, owner: PageOwner): Room {
    const nothing = { data: null, sent: '', strip: '', sendTimer: null, sentAt: 0, readAt: 0, isReading: false }
    const room: Room = { owner, watchers: new Set(), ...nothing }
    const { companyId } = owner
    this.#rooms.set(tokenHash, room)
    if (!this.#companies.has(companyId)) {
      this.#companies.set(
        companyId,
        this.#deps.live.subscribe(companyId, (changed) => this.#hear(companyId, changed)),
      )
    }
    this.#looking ??= setInterval(() => this.#look(), this.#deps.checkEveryMs ?? CHECK_EVERY_MS).unref()
    void this.#read(room)
    // It may have been closed between the look at its link and now.
    void this.#check([tokenHash])
    return room
  }

  #hear(companyId: CompanyId, changed: readonly LiveWorkCenter[]): void {
    for (const room of this.#rooms.values()) {
      const live = room.owner.companyId === companyId ? changed.find((one) => one.workCenterId === room.owner.workCenterId) : undefined
      if (live === undefined || room.data === null) continue
      const before = room.data.live
      room.data = { ...room.data, live }
      this.#sendSoon(room)
      // The statuses of the shift follow from the database, a moment after they were published.
      if (hasVisibleChange(before === null ? null : visibleOfView(before), visibleOfView(live))) room.readAt = 0
    }
  }

  #sendSoon(room: Room): void {
    const waitMs = Math.min(TELL_EVERY_MS, Math.max(0, room.sentAt + TELL_EVERY_MS - this.#deps.now()))
    room.sendTimer ??= setTimeout(() => this.#send(room), waitMs).unref()
  }

  #send(room: Room): void {
    room.sendTimer = null
    if (room.data === null) return
    room.sentAt = this.#deps.now()
    const view = publicViewOf(room.data.frame, room.data.live, room.sentAt)
    const sent = JSON.stringify({ ...view, serverTime: 0 })
    const strip = JSON.stringify(room.data.strip)
    for (const watcher of room.watchers) {
      if (sent !== room.sent) watcher.hear(PUBLIC_EVENTS.view, JSON.stringify(view))
      if (strip !== room.strip) watcher.hear(PUBLIC_EVENTS.strip, strip)
    }
    room.sent = sent
    room.strip = strip
  }

  async #read(room: Room): Promise<void> {
    if (room.isReading) return
    room.isReading = true
    room.readAt = this.#deps.now()
    const { companyId, workCenterId } = room.owner
    try {
      const data = await readPublicData(this.#deps, room.owner)
      // What was published meanwhile is newer.
      if (data !== null) room.data = { ...data, live: this.#deps.live.latest(companyId, workCenterId) ?? data.live }
      this.#sendSoon(room)
    } catch (error) {
      // A database that is away closes no page: it is read again soon.
      this.#deps.log.debug({ err: error }, 'a public page could not be read')
    } finally {
      room.isReading = false
    }
  }

  #look(): void {
    void this.#check([...this.#rooms.keys()])
    for (const room of this.#rooms.values()) {
      const { companyId, workCenterId } = room.owner
      const everyMs = this.#deps.live.latest(companyId, workCenterId) === undefined ? READ_SILENT_EVERY_MS : READ_EVERY_MS
      if (Math.abs(this.#deps.now() - room.readAt) >= everyMs) void this.#read(room)
    }
  }

  async #check(asked: readonly string[]): Promise<void> {
    if (asked.length === 0) return
    const open = await this.#deps.database.inSystem((tx) => listOpenHashes(tx, asked)).catch(() => null)
    for (const tokenHash of asked) {
      const room = this.#rooms.get(tokenHash)
      if (room !== undefined && open !== null && !open.has(tokenHash)) this.#close(tokenHash, room, PUBLIC_EVENTS.closed)
    }
  }

  #close(tokenHash: string, room: Room, event: PublicEnd): void {
    this.#drop(tokenHash, room)
    for (const watcher of room.watchers) watcher.end(event)
  }

  #drop(tokenHash: string, room: Room): void {
    if (this.#rooms.get(tokenHash) !== room) return
    this.#rooms.delete(tokenHash)
    if (room.sendTimer !== null) clearTimeout(room.sendTimer)
    const { companyId } = room.owner
    if (![...this.#rooms.values()].some((one) => one.owner.companyId === companyId)) {
      this.#companies.get(companyId)?.()
      this.#companies.delete(companyId)
    }
    if (this.#rooms.size > 0 || this.#looking === null) return
    clearInterval(this.#looking)
    this.#looking = null
  }
}

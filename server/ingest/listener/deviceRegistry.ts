import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'

/** What ingest knows of a device; replaced as a whole when it changes. */
export type KnownDevice = {
  readonly id: DeviceId
  readonly partition: number
  readonly secretHash: string
  readonly companyId: CompanyId | null
  readonly workCenterId: WorkCenterId | null
  readonly acceptDaysBack: number
  /** Made to try with: it sends a little, over HTTP alone. */
  readonly isTrial: boolean
}

const SELECT = `select id, partition, secret_hash as "secretHash", company_id as "companyId", work_center_id as "workCenterId",
  accept_days_back as "acceptDaysBack", is_trial as "isTrial" from device where id = any($1::uuid[])`
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** How often all known devices are read again: what another process changed arrives by this. */
const REFRESH_MS = 15_000
const REFRESH_PAGE = 2_000

/** Devices that were heard of, in memory: the hot path finds a device without a query. */
export class DeviceRegistry {
  readonly #database: Pick<Database, 'pool'>
  readonly #known = new Map<DeviceId, KnownDevice>()
  readonly #timer: NodeJS.Timeout
  #refreshing: Promise<void> | null = null
  /** Of each device the last read that told of it, while an earlier one is under way: its answer comes later and is older. By when it was told. */
  readonly #told = new Map<DeviceId, number>()
  #reads = 0
  /** Numbers of the reads under way, ascending. */
  readonly #underWay = new Set<number>()

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS)
    this.#timer.unref()
  }

  /** Returns the device as last read, or undefined when it has not been read yet. */
  cached(id: DeviceId): KnownDevice | undefined {
    return this.#known.get(id)
  }

  /** Returns the device that the text names as last read; undefined for a text that is no known device's id. */
  cachedByText(id: string): KnownDevice | undefined {
    return GUID.test(id) ? this.#known.get(asId<DeviceId>(id.toLowerCase())) : undefined
  }

  /** Returns the device of the text, freshly read, or null when it is no guid or unknown; throws when the database is away. */
  async load(id: string): Promise<KnownDevice | null> {
    if (!GUID.test(id)) return null
    const deviceId = asId<DeviceId>(id.toLowerCase())
    await this.loadAll([deviceId])
    return this.#known.get(deviceId) ?? null
  }

  /** Loads the devices; those that no longer exist are dropped. */
  async loadAll(ids: readonly DeviceId[]): Promise<void> {
    if (ids.length === 0) return
    const read = ++this.#reads
    this.#underWay.add(read)
    try {
      const { rows } = await this.#database.pool.query<KnownDevice>(SELECT, [ids])
      const found = new Map(rows.map((device) => [device.id, device]))
      for (const id of ids) if ((this.#told.get(id) ?? 0) < read) this.#tell(id, found.get(id), read)
    } finally {
      this.#underWay.delete(read)
      this.#forget()
    }
  }

  /** How many devices are kept only because an older read may still answer. */
  get keptForOlderReads(): number {
    return this.#told.size
  }

  /** What no read under way is older than need not be known; else reads that always overlap would keep all that was ever asked for. */
  #forget(): void {
    const [oldest = Infinity] = this.#underWay
    for (const [id, read] of this.#told) {
      if (read > oldest) return
      this.#told.delete(id)
    }
  }

  #tell(id: DeviceId, device: KnownDevice | undefined, read: number): void {
    this.#told.delete(id)
    this.#told.set(id, read)
    if (device === undefined) this.#known.delete(id)
    else this.#known.set(id, device)
  }

  /** Reads all known devices again; an outage leaves them as they are. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => (this.#refreshing = null))
    await this.#refreshing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#refreshing
  }

  async #refreshAll(): Promise<void> {
    const ids = [...this.#known.keys()]
    try {
      for (let start = 0; start < ids.length; start += REFRESH_PAGE) await this.loadAll(ids.slice(start, start + REFRESH_PAGE))
    } catch {
      // The next round reads them; whoever needs a device now asks `load` and hears of the outage.
    }
  }
}

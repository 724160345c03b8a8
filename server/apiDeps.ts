import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import type { MemberChanges } from '#server/company/memberChanges.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { Series } from '#server/sensor/sampleCodec.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import type { PublicAccessChanges } from '#server/workCenter/publicAccessChanges.ts'

/** What the API needs of the other parts of the server. */
export type ApiDeps = {
  readonly database: Database
  readonly live: LiveBus
  readonly log: Logger
  readonly memberChanges: MemberChanges
  readonly publicAccessChanges: PublicAccessChanges
  /** What people reach the server by; links in e-mails begin with it. */
  readonly publicUrl: string
  /** Whether people may make accounts for themselves. */
  readonly registration: boolean
  readonly readSamples: SampleReader
  /** Told after a commit that what decides a work center's figures has changed. */
  readonly setupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
  /** Awaited after a commit with marks for recalculation: resolves when the work center's records show the change, after five seconds at the latest. */
  readonly recalculate: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
  /** The earliest reading of a work center that is not in its chunks yet (ms UTC), null for none; absent where ingest runs elsewhere. */
  readonly waitingSince?: (companyId: CompanyId, workCenterId: WorkCenterId) => number | null
  /** All such readings of a work center by sensor, in any order; absent where ingest runs elsewhere. */
  readonly waitingSeries?: (companyId: CompanyId, workCenterId: WorkCenterId) => ReadonlyMap<SensorKey, Series>
  /** Told after a commit that a device was claimed, released or set differently. */
  readonly deviceChanged: (deviceId: DeviceId) => void
  readonly now: () => number
}

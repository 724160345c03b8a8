import type { MemberChanges } from '#server/company/memberChanges.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
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
  readonly ingest: IngestPort
  readonly now: () => number
}

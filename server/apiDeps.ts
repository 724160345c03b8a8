import type { ExternalModel } from '#server/assistant/model/externalModel.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { HealthBody } from '#server/http/health.ts'
import type { Logger } from '#server/log.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import type { ImportRunner } from '#server/jobOrder/import/importTask.ts'
import type { LatenessOfOrders, ShiftTimes } from '#server/jobOrder/orderDeps.ts'
import type { TargetsOfShifts } from '#server/shift/shiftConfirmation.service.ts'
import type { EvaluateTasks } from '#server/shift/shiftIssue.service.ts'
import type { StopOrders } from '#server/workCenter/placeEnd.ts'
import type { Unsubscribing } from '#server/mail/unsubscribe.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import type { Topics } from '#server/event/topics.ts'

/** What the API needs of the other parts of the server. */
export type ApiDeps = {
  readonly database: Database
  readonly live: LiveBus
  readonly log: Logger
  readonly topics: Topics
  /** What people reach the server by, whether they may make accounts for themselves, and where their questions go. */
  readonly config: Pick<Config, 'publicUrl' | 'pushHosts' | 'registration' | 'supportEmail' | 'webhookPrivate'>
  readonly readSamples: SampleReader
  readonly ingest: IngestPort
  readonly shiftTimes: ShiftTimes
  readonly orderLateness: LatenessOfOrders
  readonly shiftTargets: TargetsOfShifts
  readonly evaluateTasks: EvaluateTasks
  readonly stopOrders: StopOrders
  readonly runImport: ImportRunner
  /** Asks servers that a customer named. */
  readonly outbound: GuardedFetch
  /** Asks the ERP of the demo company, and nothing else; null = there is none. */
  readonly demoErp: GuardedFetch | null
  /** Asked by the assistant of companies that allow it (domain.md HP-3); null = there is none. */
  readonly assistantModel: ExternalModel | null
  /** Makes links that e-mails lead by without signing in. */
  readonly emailLinks: Pick<Unsubscribing, 'linkOf'>
  readonly now: () => number
  /** How each part of the server does, and its versions. */
  readonly health: () => Promise<HealthBody>
  /** How long a question for a report waits for its file; not at all when left out. */
  readonly reportWaitMs?: number
}

import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { subjectOfFile } from '#engine/report/mayReadReport.ts'
import type { ReportFormat } from '#engine/report/reportKind.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { dayBefore, midnight } from '#engine/time/statPeriod.ts'
import type { Database } from '#server/db/database.ts'
import type { EnergyDeps } from '#server/energy/energy.service.ts'
import type { NewFile } from '#server/file/file.store.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { GiveUp } from '#server/jobs/defineJob.ts'
import { storeResult } from '#server/jobs/jobRun.store.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { Refusal } from '#server/refusal.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { deliver, deliverToAddresses, findReaders } from './delivery.service.ts'
import type { Mailing } from './delivery.service.ts'
import { energyFigures } from './energyFigures.service.ts'
import { findRendering, setFile, tidyRuns } from './report.store.ts'
import { REPORT_JOB } from './reportJob.ts'
import { reportRequest, titleOfReport } from './reportRequest.ts'
import { ownerNow } from './readsNow.ts'
import type { ReportRequest } from './reportRequest.ts'

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
}
const TIDY_EVERY_MS = DAY_MS

export type ReportJobDeps = {
  readonly database: Pick<Database, 'inSystem' | 'inTenant'>
  readonly thread: WorkerThread
  readonly ingest: Pick<IngestPort, 'settle'>
  readonly mailing: Mailing
  /** Where samples are read, also those that only the process that took them in knows. */
  readonly samples: Pick<EnergyDeps, 'readSamples' | 'unsealed'>
  readonly now?: () => number
}

/** Has reports made by jobs of this process, in the thread for heavy work; a file that is there already is not made twice. */
export function makeReports(
  jobs: Pick<Jobs, 'every' | 'handle'>,
  { database, thread, ingest, mailing, samples, now = Date.now }: ReportJobDeps,
): void {
  jobs.handle(REPORT_JOB, async ({ renderingId }, { id, companyId, signal, progress, inTenant }) => {
    const found = await inTenant((tenant) => findRendering(tenant, renderingId))
    if (found === null || found.fileId !== null) return
    const request = reportRequest.parse(found.request)
    const ids = request.workCenterIds?.map((one) => asId<WorkCenterId>(one)) ?? null
    // Rows that grow with each sample are written before a snapshot is read.
    await ingest.settle(companyId, ids, midnight(request.zone, request.to) + DAY_MS)
    const madeAt = now()
    const energy =
      request.type === 'ENERGY'
        ? await energyFigures({ ...samples, inTenant, now: () => madeAt }, request).catch(giveUpIfRefused)
        : undefined
    const pieces = thread.run(
      { name: 'REPORT', companyId, request, now: madeAt, proof: { renderingId, publicUrl: mailing.publicUrl }, ...(energy && { energy }) },
      { signal, onProgress: (percent) => void progress(percent).catch(() => undefined) },
    )
    const file: NewFile = {
      kind: found.subscriptionId === null ? 'PRINT' : 'REPORT',
      name: fileName(request),
      contentType: CONTENT_TYPES[request.format],
      userId: found.userId,
      needs: { action: 'READ', subject: subjectOfFile(request) },
    }
    const written = await writeFile({ database }, companyId, file, pieces).catch(giveUpIfRefused)
    const readers = await findReaders(database, companyId, { rendering: found, request }, now())
    const owner = await ownerNow(database, companyId, found.subscriptionId, request)
    // Made, handed to the e-mails and marked as handed over at once, so that a job that is repeated hands over nothing twice (R-11).
    await inTenant(async (tenant) => {
      await setFile(tenant, renderingId, written.id)
      await deliver(tenant, mailing, { rendering: found, request, file: written, readers })
      await deliverToAddresses(tenant, mailing, { rendering: found, request, file: written, owner })
    })
    await database.inSystem((tx) => storeResult(tx, id, written.id))
  })
  jobs.every('REPORT_UPKEEP', { next: (at) => at + TIDY_EVERY_MS }, () => database.inSystem(tidyRuns))
}

/** What is refused is refused again, however often it is tried. */
function giveUpIfRefused(error: unknown): never {
  throw error instanceof Refusal ? new GiveUp(error.message) : error
}

/** What a name of a file may not have. */
const NOT_IN_A_NAME = /[\\/:*?"<>|\p{Cc}\s]+/gu

/** Such as `Downtime report 2026-11-16 2026-11-22.pdf`; letters of the language stay. */
function fileName(request: ReportRequest): string {
  const { language, from, to, format } = request
  const last = dayBefore(to)
  return `${titleOfReport(request, language).replace(NOT_IN_A_NAME, ' ').trim()} ${from === last ? from : `${from} ${last}`}.${format.toLowerCase()}`
}

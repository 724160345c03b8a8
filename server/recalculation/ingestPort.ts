import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { NOTHING_UNSEALED } from '#server/sensor/unsealedSamples.ts'
import type { UnsealedSamples } from '#server/sensor/unsealedSamples.ts'

/** The part of ingest that services and reads of the API use. */
export type IngestPort = {
  /**
   * Called after a commit that changes how a work center's samples are folded: its setup is read again and its marks are worked off. With `wait`
   * it resolves when the records show the change, after five seconds at the latest; without, at once.
   */
  reload(ref: { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }, options?: { readonly wait?: boolean }): Promise<void>
  /** Called after a commit that claims, releases or changes a device; resolves when messages of the device are judged by what it is now. */
  deviceChanged(deviceId: DeviceId): Promise<void>
  /**
   * Writes the rows of the company's work centers (null = all) that grew since they were written last, where a question reaches to `end` (ms UTC). Resolves
   * when they are committed, after a second at the latest: then the question is answered by what is stored.
   */
  settle(companyId: CompanyId, workCenterIds: readonly WorkCenterId[] | null, end: number): Promise<void>
  readonly unsealed: UnsealedSamples
}

/** Returns the tenant of somebody who reads: rows that grow are written before they are read. */
export function asReader({ companyId, tx }: Tenant, ingest: Pick<IngestPort, 'settle'>): Tenant {
  return { companyId, tx, settle: (workCenterIds, end) => ingest.settle(companyId, workCenterIds, end) }
}

/** How long a question waits for the rows that it reads. */
export const SETTLE_WAIT_MS = 1_000

/** For a process without ingest: the process that folds the samples finds the marks and the new setup by itself. */
export const INGEST_ELSEWHERE: IngestPort = {
  reload: () => Promise.resolve(),
  settle: () => Promise.resolve(),
  deviceChanged: () => Promise.resolve(),
  unsealed: NOTHING_UNSEALED,
}

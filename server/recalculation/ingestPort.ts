import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { NOTHING_UNSEALED } from '#server/sensor/unsealedSamples.ts'
import type { UnsealedSamples } from '#server/sensor/unsealedSamples.ts'

/** The part of ingest that services and reads of the API use. */
export type IngestPort = {
  /**
   * Called after a commit that changes how a work center's samples are folded: its setup is read again and its marks are worked off. With `wait`
   * it resolves when the records show the change, after five seconds at the latest; without, at once.
   */
  reload(ref: { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }, options?: { readonly wait?: boolean }): Promise<void>
  /** Called after a commit that claims, releases or changes a device. */
  deviceChanged(deviceId: DeviceId): void
  readonly unsealed: UnsealedSamples
}

/** For a process without ingest: the process that folds the samples finds the marks and the new setup by itself. */
export const INGEST_ELSEWHERE: IngestPort = {
  reload: () => Promise.resolve(),
  deviceChanged: () => undefined,
  unsealed: NOTHING_UNSEALED,
}

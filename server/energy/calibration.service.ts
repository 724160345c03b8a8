import { z } from 'zod'
import { CALIBRATION_MS, calibrate } from '#engine/energy/calibration.ts'
import type { Calibration } from '#engine/energy/calibration.ts'
import { powerSeries } from '#engine/energy/powerSeries.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { defineJob, RetryAt } from '#server/jobs/defineJob.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { constantsOf, storeConstants } from '#server/workCenter/figureAffectingChange.service.ts'
import { requireActive, saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import { updateWorkCenter } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { findPartition, listRunningCalibrations, lockCalibration } from './calibration.store.ts'
import { findEnergyDevice } from './energyInput.store.ts'
import { energyReadingOf, energySamples } from './energySamples.service.ts'

export type CalibrationDeps = {
  readonly database: Pick<Database, 'inTenant' | 'inSystem'>
  readonly readSamples: SampleReader
  readonly log: Logger
  readonly now: () => number
  readonly ingest: Pick<IngestPort, 'reload'>
  /** Whether this process derives the devices of the partition; left out = all. */
  readonly owns?: (partition: number) => boolean
}

/** Ends one calibration. */
export const CALIBRATION_JOB = defineJob({
  kind: 'CALIBRATION',
  scope: 'COMPANY',
  payload: z.strictObject({ workCenterId: z.int(), start: z.int() }),
})

const UPKEEP_EVERY_MS = 60_000
const AGAIN_MS = 5_000
/** Four digits are more than the measurement has, of a great machine as of a small one. */
const DIGITS = 4

/**
 * Returns the work center with a calibration of ten minutes started; a running one starts again (domain.md S-12). Refuses an archived work center.
 */
export async function startCalibration(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  id: WorkCenterId,
): Promise<WorkCenter> {
  const start = deps.now()
  const columns = { calibration_start: start, calibration_state: 'RUNNING', calibration_failure: null } as const
  return await saveWorkCenter(deps, member, id, null, columns, async (tenant, present) => {
    const startAfter = new Date(start + CALIBRATION_MS)
    await enqueue(
      tenant,
      CALIBRATION_JOB,
      { workCenterId: id, start },
      { singletonKey: `${id}/${start}`, startAfter, subject: present.name },
    )
    return { marks: [] }
  })
}

/**
 * Returns the work center with its running calibration cancelled; the nominal power and its state stay. Does nothing without a running one, so that
 * a late cancellation removes no result. Refuses an archived work center.
 */
export async function cancelCalibration(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  id: WorkCenterId,
): Promise<WorkCenter> {
  return await saveWorkCenter(deps, member, id, null, {}, (_tenant, present) => {
    const isRunning = present.calibrationState === 'RUNNING'
    const ended = { calibration_state: present.isCalibrated ? ('DONE' as const) : null, calibration_start: null, calibration_failure: null }
    return Promise.resolve({ marks: [], ...(isRunning && { columns: ended }) })
  })
}

/** Has calibrations ended by jobs of this process, which reads the newest samples: each ten minutes after its start, and now and then those that were missed. */
export function endCalibrations(jobs: Pick<Jobs, 'every' | 'handle'>, deps: CalibrationDeps): void {
  jobs.handle(CALIBRATION_JOB, async ({ workCenterId, start }, { companyId, inTenant }) => {
    const id = asId<WorkCenterId>(workCenterId)
    const partition = await inTenant((tenant) => findPartition(tenant, id))
    // Only its owner has the readings of the last minutes.
    if (partition !== null && deps.owns?.(partition) === false)
      throw new RetryAt(new Date(deps.now() + AGAIN_MS), 'another process has the work center')
    await finish(deps, { companyId, workCenterId: id, start })
  })
  jobs.every('CALIBRATION_UPKEEP', { next: (now) => now + UPKEEP_EVERY_MS, isAtStart: true }, () => finishCalibrations(deps))
}

/**
 * Ends due calibrations: the measured nominal power holds from now on, or the old one stays with the reason of the failure (domain.md S-12, E-60).
 */
export async function finishCalibrations(deps: CalibrationDeps): Promise<void> {
  const due = await deps.database.inSystem((tx) => listRunningCalibrations(tx, deps.now() - CALIBRATION_MS))
  for (const one of due) {
    // One that cannot be ended is looked at again; the others do not wait for it.
    await finish(deps, one).catch((error: unknown) => {
      const { companyId, workCenterId } = one
      deps.log.warn(
        { companyId, workCenterId, error: error instanceof Error ? error.message : 'unknown' },
        'a calibration could not be ended',
      )
    })
  }
}

async function finish(
  deps: CalibrationDeps,
  { companyId, workCenterId, start }: { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId; readonly start: number },
): Promise<void> {
  const result = await measure(deps, companyId, workCenterId, start)
  const isMarked = await keep(deps, companyId, workCenterId, start, result)
  await deps.ingest.reload({ companyId, workCenterId }, { wait: isMarked })
}

async function measure(deps: CalibrationDeps, companyId: CompanyId, workCenterId: WorkCenterId, start: number): Promise<Calibration> {
  const inTenant: Parameters<typeof energySamples>[0]['inTenant'] = (work) => deps.database.inTenant(companyId, work)
  const window = { start, end: start + CALIBRATION_MS }
  const found = await inTenant(async (tenant) => {
    const device = await findEnergyDevice(tenant, workCenterId)
    const workCenter = await requireActive(tenant, workCenterId)
    return device === null ? null : { device, reading: await energyReadingOf(tenant, workCenter, device) }
  })
  const span = { start, now: deps.now() }
  if (found === null) return calibrate({ instants: [], values: [] }, { ...span, maxGapMs: 0 })
  const { device, reading } = found
  const samples = await energySamples({ inTenant, readSamples: deps.readSamples, companyId }, device, reading, window)
  return calibrate(powerSeries(samples, reading), { ...span, maxGapMs: reading.maxGapMs })
}

async function keep(
  deps: CalibrationDeps,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  start: number,
  result: Calibration,
): Promise<boolean> {
  return await deps.database.inTenant(companyId, async (tenant) => {
    // Started anew, overridden by hand or ended by another process: then this result is nobody's.
    if (!(await lockCalibration(tenant, workCenterId, start))) return false
    if (result.state !== 'DONE') {
      const failure = result.state === 'FAILED' ? result.failure : null
      await updateWorkCenter(tenant, workCenterId, null, { calibration_state: 'FAILED', calibration_failure: failure })
      await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['settings'], from: 0, to: null }])
      return false
    }
    const before = constantsOf(await requireActive(tenant, workCenterId))
    const nominalPower = Number(result.nominalPowerKw.toPrecision(DIGITS))
    const at = deps.now()
    const from = await storeConstants(tenant, workCenterId, { before, after: { ...before, nominalPower }, at })
    await updateWorkCenter(tenant, workCenterId, null, { calibration_state: 'DONE', is_calibrated: true, nominal_power: nominalPower })
    await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['settings'], from: 0, to: null }])
    if (from === null) return false
    await markForRecalculation(tenant, [{ workCenterId, from, to: null, cause: 'CALIBRATION' }], null)
    return true
  })
}

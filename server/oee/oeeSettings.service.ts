import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import { checkNumber } from '#server/workCenter/checkField.ts'
import { saveWorkCenter } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenterDeps } from '#server/workCenter/workCenter.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { CompanyOeePolicy } from './oeeSetup.store.ts'

/** What is undefined stays, null empties a target. */
export type OeeSettingsChange = {
  readonly calculateAvailability?: boolean | null | undefined
  readonly calculatePerformance?: boolean | null | undefined
  readonly calculateQuality?: boolean | null | undefined
  readonly targetAvailability?: number | null | undefined
  readonly targetPerformance?: number | null | undefined
  readonly targetQuality?: number | null | undefined
  readonly targetOee?: number | null | undefined
  readonly version?: number | null | undefined
}

const PERCENT = { min: 0, max: 100 }

/** Returns the work center with its OEE settings changed; refuses a target outside 0 to 100 per cent and an older version. */
export async function saveOeeSettings(
  deps: WorkCenterDeps,
  member: { readonly companyId: CompanyId },
  id: WorkCenterId,
  change: OeeSettingsChange,
): Promise<WorkCenter> {
  for (const name of ['targetAvailability', 'targetPerformance', 'targetQuality', 'targetOee'] as const)
    checkNumber(name, change[name], PERCENT)
  return await saveWorkCenter(deps, member, id, change.version ?? null, {
    ...(change.calculateAvailability != null && { calculate_availability: change.calculateAvailability }),
    ...(change.calculatePerformance != null && { calculate_performance: change.calculatePerformance }),
    ...(change.calculateQuality != null && { calculate_quality: change.calculateQuality }),
    ...(change.targetAvailability !== undefined && { target_availability: change.targetAvailability }),
    ...(change.targetPerformance !== undefined && { target_performance: change.targetPerformance }),
    ...(change.targetQuality !== undefined && { target_quality: change.targetQuality }),
    ...(change.targetOee !== undefined && { target_oee: change.targetOee }),
  })
}

/** Returns what decides the OEE of a work center: its own switches and targets and its company's policies. */
export function oeeSetupOf(workCenter: WorkCenter, policy: CompanyOeePolicy): OeeSetup {
  const { calculateAvailability, calculatePerformance, calculateQuality, targetAvailability, targetPerformance, targetQuality, targetOee } =
    workCenter
  return {
    ...policy,
    calculateAvailability,
    calculatePerformance,
    calculateQuality,
    targetAvailability,
    targetPerformance,
    targetQuality,
    targetOee,
  }
}

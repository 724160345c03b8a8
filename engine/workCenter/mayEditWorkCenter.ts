import { isProviderRole } from '#engine/access/abilities.ts'
import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import type { DeviceStatus } from './generalFields.ts'

/** Returns whether the person may add work centers. */
export function mayAddWorkCenters(grants: AbilityGrants): boolean {
  return grants.updatable.has('NEW_WORK_CENTER')
}

/** Returns whether the person may make a machine to try with: who adds work centers, and visitors of the demo. */
export function mayTryMachines(grants: AbilityGrants): boolean {
  return grants.readable.has('NEW_WORK_CENTER')
}

/** Returns whether the person may see the settings of work centers. */
export function maySeeWorkCenterSettings(grants: AbilityGrants): boolean {
  return grants.readable.has('WORK_CENTER_SETTINGS')
}

/** Returns whether the person may change settings, groups, sensors, calibration and public pages of work centers. */
export function mayEditWorkCenters(grants: AbilityGrants): boolean {
  return grants.updatable.has('WORK_CENTER_SETTINGS')
}

/** Returns whether the person may archive work centers, delete their groups, and delete and restore their sensors. */
export function mayArchiveWorkCenters(grants: AbilityGrants): boolean {
  return grants.modifiable.has('WORK_CENTER_SETTINGS')
}

/** Returns whether the work center is archived, so that nothing of it changes any more (G-25). */
export function isArchived(workCenter: { readonly deviceStatus: DeviceStatus } | null | undefined): boolean {
  return workCenter?.deviceStatus === 'ARCHIVE'
}

/** Returns the problem of changing the work center: an archived one stays as it is. */
export function problemOfWorkCenterEdit(workCenter: { readonly deviceStatus: DeviceStatus }): Problem | null {
  return isArchived(workCenter) ? { code: 'WORK_CENTER_ARCHIVED' } : null
}

/** Returns why the role cannot make the change of settings, or null: the prepaid date is the provider's, and archiving is an act of its own. */
export function problemOfSettingsChange(
  role: Role | null,
  change: { readonly prepaidUntil?: unknown; readonly deviceStatus?: DeviceStatus | null | undefined },
): Problem | null {
  if (change.prepaidUntil !== undefined && (role === null || !isProviderRole(role))) return { code: 'FORBIDDEN', field: 'prepaidUntil' }
  if (change.deviceStatus === 'ARCHIVE') return { code: 'INVALID_FORMAT', field: 'deviceStatus', params: { example: 'ACTIVE' } }
  return null
}

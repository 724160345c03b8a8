import { JOB_ORDER_NUMBERS } from '#engine/workCenter/settingsRules.ts'
import type { JobOrderSettingsOfQuery } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import type { FieldSpecs } from '../frame/settingsFields.view.ts'

/** What the tab of job orders changes and by which rules. */
export const JOB_ORDER_FIELDS = {
  consumptionTracking: { kind: 'choice', isRequired: true },
  importType: { kind: 'choice', isRequired: true },
  operatorAccessQuota: { kind: 'number', range: JOB_ORDER_NUMBERS.operatorAccessQuota },
  trackScraps: { kind: 'flag' },
} as const satisfies FieldSpecs<string>

export type JobOrderName = keyof typeof JOB_ORDER_FIELDS

/** Returns the values of the tab. */
export function jobOrdersOf({ jobOrderSettings }: JobOrderSettingsOfQuery): Snapshot<JobOrderName> {
  const { version, consumptionTracking, importType, operatorAccessQuota, trackScraps } = jobOrderSettings
  return { version, stored: { consumptionTracking, importType, operatorAccessQuota, trackScraps } }
}

import { byApiName } from '#engine/fields/fieldTable.ts'
import { JOB_ORDER_FIELDS } from '#engine/workCenter/jobOrderFields.ts'
import type { JobOrderSettingsOfQuery } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import { valuesOf } from '../frame/settingsFields.view.ts'

/** What the tab of job orders changes. */
export const JOB_ORDERS = byApiName(JOB_ORDER_FIELDS)

export type JobOrderName = keyof typeof JOB_ORDERS

/** Returns the values of the tab. */
export function jobOrdersOf({ jobOrderSettings }: JobOrderSettingsOfQuery): Snapshot<JobOrderName> {
  return { version: jobOrderSettings.version, stored: valuesOf(JOB_ORDERS, jobOrderSettings) }
}

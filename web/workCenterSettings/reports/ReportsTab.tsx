import { Subscriptions } from '#web/parts/subscription/Subscriptions.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'

/** Returns the reports that are sent by themselves about the work center, and about all. */
export function ReportsTab({ workCenter }: SettingsTabProps) {
  return <Subscriptions workCenterId={workCenter.id} places={[workCenter]} />
}

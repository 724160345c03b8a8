import { Rules } from '#web/parts/rules/Rules.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'

/** Returns the rules by which people are told of the work center, and the form of a new one. */
export function NotificationsTab({ workCenter, onDirty }: SettingsTabProps) {
  return <Rules workCenterId={workCenter.id} onDirty={onDirty} />
}

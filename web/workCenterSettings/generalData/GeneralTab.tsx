import { useTexts } from '#web/parts/problem/useTexts.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'

/** Returns this part of the settings of a work center. */
export function GeneralTab({ workCenter }: SettingsTabProps) {
  const { t } = useTexts('generalData')
  return <h2>{`${t('title')}: ${workCenter.name}`}</h2>
}

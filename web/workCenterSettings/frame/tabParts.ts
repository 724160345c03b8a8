import type { ComponentType } from 'react'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { SettingsTab } from './settingsTabs.ts'
import type { SettingsTabProps } from './settingsTabProps.ts'
import { TabFailure } from '#web/parts/TabFailure.tsx'

type Loaded = Promise<{ readonly default: ComponentType<SettingsTabProps> }>

/** The content of each tab, its files loaded when it is first opened. */
export const TAB_PARTS: Readonly<Record<SettingsTab, ComponentType<SettingsTabProps>>> = {
  general: part(() =>
    withTexts('generalData', import('../generalData/GeneralTab.tsx')).then(({ GeneralTab }) => ({ default: GeneralTab })),
  ),
  oee: part(() => withTexts('oeeTargets', import('../oeeTargets/OeeTab.tsx')).then(({ OeeTab }) => ({ default: OeeTab }))),
  specification: part(() =>
    withTexts('specification', import('../specification/SpecificationTab.tsx')).then(({ SpecificationTab }) => ({
      default: SpecificationTab,
    })),
  ),
  sensors: part(() =>
    withTexts('sensorName', withTexts('sensors', import('../sensors/SensorsTab.tsx'))).then(({ SensorsTab }) => ({ default: SensorsTab })),
  ),
  'job-orders': part(() =>
    withTexts('orderSettings', import('../orderSettings/JobOrdersTab.tsx')).then(({ JobOrdersTab }) => ({ default: JobOrdersTab })),
  ),
  output: part(() =>
    withTexts('outputSettings', import('../outputSettings/OutputTab.tsx')).then(({ OutputTab }) => ({ default: OutputTab })),
  ),
  'loss-tracking': part(() =>
    withTexts('lossTracking', import('../lossTracking/LossTrackingTab.tsx')).then(({ LossTrackingTab }) => ({ default: LossTrackingTab })),
  ),
  statuses: part(() => withTexts('statuses', import('../statuses/StatusesTab.tsx')).then(({ StatusesTab }) => ({ default: StatusesTab }))),
  shifts: part(() =>
    withTexts('shiftSchedule', import('../shiftSchedule/ShiftsTab.tsx')).then(({ ShiftsTab }) => ({ default: ShiftsTab })),
  ),
  notifications: part(() =>
    withTexts('notification', import('../notifications/NotificationsTab.tsx')).then(({ NotificationsTab }) => ({
      default: NotificationsTab,
    })),
  ),
  reports: part(() => withTexts('subscription', import('../reports/ReportsTab.tsx')).then(({ ReportsTab }) => ({ default: ReportsTab }))),
}

function part(load: () => Loaded): ComponentType<SettingsTabProps> {
  return lazyPart<SettingsTabProps>(load, TabFailure)
}

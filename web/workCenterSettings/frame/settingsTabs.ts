/** The tabs of the settings of a work center in their order, as the address names them (spec 001 §2, U-25). */
export const SETTINGS_TABS = [
  'general',
  'oee',
  'specification',
  'sensors',
  'job-orders',
  'output',
  'loss-tracking',
  'statuses',
  'shifts',
  'notifications',
  'reports',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Returns the tab that an address asks for, the general one unless it names another. */
export function readSettingsTab(search: Readonly<Record<string, unknown>>): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === search['tab']) ?? 'general'
}

/** Returns the tab that a key of the tab list leads to from the given one: up and down go round, Home and End to the ends; null for any other key. */
export function tabOfListKey(key: string, from: SettingsTab): SettingsTab | null {
  const at = SETTINGS_TABS.indexOf(from)
  const count = SETTINGS_TABS.length
  if (key === 'ArrowDown') return SETTINGS_TABS[(at + 1) % count] ?? null
  if (key === 'ArrowUp') return SETTINGS_TABS[(at + count - 1) % count] ?? null
  if (key === 'Home') return SETTINGS_TABS[0]
  return key === 'End' ? (SETTINGS_TABS[count - 1] ?? null) : null
}

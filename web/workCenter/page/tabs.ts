/** The tabs of a work center's page in their order, as the address names them (U-21). */
export const TABS = ['realtime', 'history', 'shifts', 'statistics', 'bytime'] as const
export type Tab = (typeof TABS)[number]

/** Returns the tab that an address asks for, the real-time one unless it names another. */
export function readTab(search: Readonly<Record<string, unknown>>): Tab {
  return TABS.find((tab) => tab === search['tab']) ?? 'realtime'
}

/** Returns the tab that a key opens (1…5, U-43), null for any other key. */
export function tabOfKey(key: string): Tab | null {
  return /^[1-5]$/.test(key) ? (TABS[Number(key) - 1] ?? null) : null
}

/** Returns the period that a tab shows while nobody chose one: figures that are compared over days need more than the current shift. */
export function usualRange(tab: Tab): 'currentShift' | 'last7' {
  return tab === 'statistics' || tab === 'bytime' ? 'last7' : 'currentShift'
}

/** Returns whether a tab has figures of the past only. */
export function isPastOnly(tab: Tab): boolean {
  return tab === 'shifts' || tab === 'statistics' || tab === 'bytime'
}

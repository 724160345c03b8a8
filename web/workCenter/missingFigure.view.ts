import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'

export type Figure = 'oee' | 'availability' | 'performance' | 'quality'

/** Why a figure of the running shift has no value: two causes that a setting mends, and three that pass. */
export type MissingCause = 'noRules' | 'noSpeed' | 'noTime' | 'noRun' | 'noOutput'

/** Returns why a figure has no value (U-2); null when it has one, or outside every shift, which the page says by itself. */
export function missingCause(figure: Figure, live: LiveWorkCenter | undefined): MissingCause | null {
  const oee = live?.oee ?? null
  if (live?.shift == null || (oee !== null && oee[figure] !== null)) return null
  if (live.status?.noDataCause === 'NO_STATUS_RULES') return 'noRules'
  if (oee === null) return null
  const isPriced = figure === 'oee' || figure === 'performance'
  if (isPriced && oee.issues.includes('NO_REFERENCE_SPEED')) return 'noSpeed'
  if (figure === 'quality') return 'noOutput'
  return figure === 'performance' ? 'noRun' : 'noTime'
}

/** Where a setting mends the cause: the tab of the settings, and the field that wants the focus. */
export const MENDED_AT = {
  noRules: { tab: 'statuses', field: '' },
  noSpeed: { tab: 'oee', field: 'targetSpeed' },
} as const satisfies Partial<Record<MissingCause, { readonly tab: string; readonly field: string }>>

/** Returns the address that leads to the setting that mends the cause; null for one that passes, or a work center without a device. */
export function mendingPath(deviceId: string | null | undefined, cause: MissingCause | null): string | null {
  if (deviceId == null || (cause !== 'noRules' && cause !== 'noSpeed')) return null
  const { tab, field } = MENDED_AT[cause]
  return `/boxes/${deviceId}/settings?tab=${tab}${field === '' ? '' : `#${field}`}`
}

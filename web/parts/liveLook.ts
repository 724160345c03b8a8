import type { StopLook } from '#engine/loss/stopLook.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { type StatusStyle, statusColor, statusStyle } from './statusStyle.ts'

type SeenLive = Pick<LiveWorkCenter, 'status' | 'stop' | 'shift'>

const STYLE_OF_LOOK: Record<Exclude<StopLook, 'BY_STATUS'>, StatusStyle> = {
  UNEXPLAINED: 'stop',
  SMALL: 'idle',
  SETUP: 'setup',
  PLANNED: 'planned',
  KNOWN: 'stopKnown',
}

/** Returns the style of a status whose stop has the look: that of the look, unless the status says all. */
export function explainedStyle(style: StatusStyle, look: StopLook | null | undefined): StatusStyle {
  if (look == null || look === 'BY_STATUS' || style === 'run' || style === 'offShift') return style
  return STYLE_OF_LOOK[look]
}

/** Returns how a work center looks now (U-10), by the reason of its stop; one that never sent a sample has no data. */
export function liveStyle(live: SeenLive | undefined): StatusStyle {
  return explainedStyle(statusStyle(live?.status ?? null, live?.shift != null), live?.stop?.look)
}

/** Returns the CSS colour of a work center: the tenant's means the status, so a reason that looks otherwise has the colour of its style. */
export function liveColor(live: SeenLive | undefined): string {
  const style = liveStyle(live)
  const isOfStatus = style === statusStyle(live?.status ?? null, live?.shift != null)
  return statusColor(style, isOfStatus ? (live?.status?.color ?? null) : null)
}

/** Returns the name of the running shift in the language, null outside of shifts. */
export function liveShiftName(live: Pick<LiveWorkCenter, 'shift' | 'seededNames'> | undefined, language: string): string | null {
  return live?.seededNames?.[language]?.shift ?? live?.shift?.name ?? null
}

/** Returns the name of the reason why the work center stands, in the language; null without one. */
export function liveReason(live: Pick<LiveWorkCenter, 'stop' | 'reasonNames'> | undefined, language: string): string | null {
  return live?.reasonNames?.[language]?.name ?? live?.stop?.reason ?? null
}

import { percentInBand } from '#engine/oee/band.ts'
import type { Format } from '#web/ui/format.ts'

/** Returns a figure in percent as it stands beside the shape of its band; a dash for none. */
export function bandPercent(format: Format, percent: number | null, digits = 1): string {
  return format.percentOf(percent === null ? null : percentInBand(percent, digits), digits)
}

/** Returns a target in percent, and how far the figure is above (+) or below (−) it, in points; only the target where there is no figure. */
export function targetAndGap(format: Format, target: number, percent: number | null): string {
  const shown = format.percentOf(target)
  if (percent === null) return shown
  const gap = Math.round((percent - target) * 10) / 10
  const sign = gap > 0 ? '+' : gap < 0 ? '−' : '±'
  return `${shown} (${sign}${format.number(Math.abs(gap), 1)})`
}

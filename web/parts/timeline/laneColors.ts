import { statusColor, type StatusStyle } from '../statusStyle.ts'
import type { LaneColors } from './drawTimeline.ts'

const VARIABLE = /^var\((--[\w-]+)\)$/

/** Returns the theme's colours as a canvas needs them: the values that the variables have at this element now. */
export function laneColors(element: Element): LaneColors {
  const style = getComputedStyle(element)
  const resolve = (color: string) => {
    const name = VARIABLE.exec(color)?.[1]
    return name === undefined ? color : style.getPropertyValue(name).trim()
  }
  return {
    of: (style: StatusStyle, color: string | null) => resolve(statusColor(style, color)),
    text: resolve('var(--text)'),
    surface: resolve('var(--surface)'),
    border: resolve('var(--border-strong)'),
  }
}

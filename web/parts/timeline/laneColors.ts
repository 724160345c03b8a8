import { statusColor, type StatusLook } from '../statusLook.ts'
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
    of: (look: StatusLook, color: string | null) => resolve(statusColor(look, color)),
    text: resolve('var(--text)'),
    surface: resolve('var(--surface)'),
    border: resolve('var(--border-strong)'),
  }
}

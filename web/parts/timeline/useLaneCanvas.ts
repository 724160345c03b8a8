import { type RefObject, useCallback } from 'react'
import { drawTimeline, type Lane } from './drawTimeline.ts'
import { laneColors } from './laneColors.ts'
import { useCanvas } from './useCanvas.ts'

/** Returns the ref of a lane's canvas, redrawn when blocks, theme or width change. */
export function useLaneCanvas(lane: Required<Omit<Lane, 'colors'>>): RefObject<HTMLCanvasElement | null> {
  const { blocks, width, height, isMixed, nowX, active, labelsOf } = lane
  const draw = useCallback(
    (context: CanvasRenderingContext2D, element: HTMLCanvasElement) => {
      drawTimeline(context, { blocks, width, height, isMixed, nowX, active, labelsOf, colors: laneColors(element) })
    },
    [blocks, width, height, isMixed, nowX, active, labelsOf],
  )
  return useCanvas({ width, height }, draw)
}

import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useShownScheme } from '#web/ui/colorScheme.ts'

type Size = { readonly width: number; readonly height: number }

/** Returns the canvas to draw on, in CSS px however dense the screen is; drawn again when the size, the colours of the theme or the drawing change. */
export function useCanvas(
  { width, height }: Size,
  draw: (context: CanvasRenderingContext2D, element: HTMLCanvasElement) => void,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useShownScheme()
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context || width <= 0) return
    const scale = devicePixelRatio
    canvas.current.width = width * scale
    canvas.current.height = height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.font = "600 12px 'Inter Variable', sans-serif"
    draw(context, canvas.current)
  }, [width, height, draw, scheme])
  return canvas
}

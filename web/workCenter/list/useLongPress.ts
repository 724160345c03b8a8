import { useEffect, useMemo, useRef, type MouseEvent, type PointerEvent } from 'react'

const PRESS_MS = 500
const MOVED_PX = 10

type Press = { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number }

/** Returns listeners that report a long press on a row, and swallow the click or menu that the browser makes of it. */
export function useLongPress(onPress: (id: number) => void) {
  const press = useRef<Press | null>(null)
  const isSwallowing = useRef(false)
  const tell = useRef(onPress)
  useEffect(() => {
    tell.current = onPress
  })
  return useMemo(() => {
    const cancel = () => {
      if (press.current !== null) clearTimeout(press.current.timer)
      press.current = null
    }
    return {
      onPointerDown: (event: PointerEvent) => {
        cancel()
        isSwallowing.current = false
        const id = event.target instanceof Element ? Number(event.target.closest('[data-row]')?.getAttribute('data-row')) : 0
        if (event.pointerType !== 'touch' || !(id > 0)) return
        const timer = setTimeout(() => {
          isSwallowing.current = true
          tell.current(id)
        }, PRESS_MS)
        press.current = { timer, x: event.clientX, y: event.clientY }
      },
      onPointerMove: (event: PointerEvent) => {
        const start = press.current
        if (start !== null && Math.hypot(event.clientX - start.x, event.clientY - start.y) > MOVED_PX) cancel()
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onContextMenu: (event: MouseEvent) => {
        if (isSwallowing.current || press.current !== null) event.preventDefault()
      },
      onClickCapture: (event: MouseEvent) => {
        if (!isSwallowing.current) return
        isSwallowing.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }
  }, [])
}

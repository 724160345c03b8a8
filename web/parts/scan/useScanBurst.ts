import { useEffect, useRef } from 'react'
import { burstAfter, NO_BURST } from './scanBurst.ts'

/** Calls with the text that a keyboard scanner typed, while nobody types into a field or a form with `data-scans`, which reads codes itself (domain.md M-11). */
export function useScanBurst(onText: (text: string) => void): void {
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => {
    let burst = NO_BURST
    const onKey = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
      const next = burstAfter(burst, event.key, event.timeStamp)
      burst = next.burst
      if (next.text === null) return
      // The Enter of the scanner presses nothing that has the focus.
      event.preventDefault()
      event.stopPropagation()
      latest.current(next.text)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest('[data-scans]') !== null
}

import { useEffect, useRef } from 'react'
import { burstAfter, isScanning, NO_BURST } from './scanBurst.ts'

/** Those who read codes on the page, the last that came first: what was opened over another is asked before it. */
const readers: { readonly current: (text: string) => boolean }[] = []

let burst = NO_BURST

function onKey(event: KeyboardEvent): void {
  if (isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
  const next = burstAfter(burst, event.key, event.timeStamp)
  burst = next.burst
  // Its keys and its Enter press nothing.
  if (next.text !== null || isScanning(burst)) {
    event.preventDefault()
    event.stopPropagation()
  }
  const { text } = next
  if (text !== null) readers.toReversed().some(({ current }) => current(text))
}

/**
 * Calls with the text that a keyboard scanner typed, while nobody types into a field or a form with `data-scans`, which reads codes itself (domain.md M-11).
 * What answers false leaves the code to what lies behind it.
 */
export function useScanBurst(onText: (text: string) => boolean): void {
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => {
    if (readers.length === 0) addEventListener('keydown', onKey, { capture: true })
    readers.push(latest)
    return () => {
      readers.splice(readers.indexOf(latest), 1)
      if (readers.length === 0) removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest('[data-scans]') !== null
}

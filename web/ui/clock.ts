import { useSyncExternalStore } from 'react'

const TICK_MS = 1000
const listeners = new Set<() => void>()
const KEPT_OFFSET = 'trueline.clockOffset'
/** undefined = not looked for yet, null = never learned. */
let offsetMs: number | null | undefined
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** Sets how far the server's clock is ahead of this machine's, from its time in UTC ms; timers tick from the server's time. It is kept for pages without a connection. */
export function setClockOffset(now: number): void {
  offsetMs = now - Date.now()
  try {
    localStorage.setItem(KEPT_OFFSET, String(offsetMs))
  } catch {
    // A browser that keeps nothing learns it again with the next page.
  }
}

/** Returns whether this machine ever learned the server's clock. */
export function isClockKnown(): boolean {
  return knownOffset() !== null
}

function knownOffset(): number | null {
  if (offsetMs === undefined) offsetMs = keptOffset()
  return offsetMs
}

function keptOffset(): number | null {
  try {
    const kept = localStorage.getItem(KEPT_OFFSET)
    return kept === null || !Number.isFinite(Number(kept)) ? null : Number(kept)
  } catch {
    return null
  }
}

/** Returns the server's time now, in UTC ms, as far as this machine knows it. */
export function serverNow(): number {
  return Date.now() + (knownOffset() ?? 0)
}

/** Calls back once a second, all listeners from one shared timer; returns the function that stops it. */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the server's time in UTC ms; the component renders again every second. */
export function useNow(): number {
  return useSyncExternalStore(onSecond, readNow)
}

/** Returns the server's time rounded down to `stepMs`, so that the component renders only when a step has passed. */
export function useCoarseNow(stepMs: number): number {
  return useSyncExternalStore(onSecond, () => Math.floor(readNow() / stepMs) * stepMs)
}

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

function readNow(): number {
  // Between ticks the snapshot must not change, or React would render without end.
  if (timer === undefined) now = Math.floor(serverNow() / TICK_MS) * TICK_MS
  return now
}

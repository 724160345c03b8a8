import { useSyncExternalStore } from 'react'

const TICK_MS = 1000
const listeners = new Set<() => void>()
let offsetMs = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** Sets how far the server's clock is ahead of this machine's, in ms; timers tick from the server's time. */
export function setClockOffset(serverNow: number): void {
  offsetMs = serverNow - Date.now()
}

/** Returns the server's time now, in UTC ms, as far as this machine knows it. */
export function serverNow(): number {
  return Date.now() + offsetMs
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

/** Calls it when the browser has nothing else to do, or at the latest after the time in ms; returns the function that forgets it. */
export function whenIdle(call: () => void, limitMs: number): () => void {
  // Not every browser tells when it is idle.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(call)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(call, { timeout: limitMs })
  return () => cancelIdleCallback(handle)
}

import { createContext, use } from 'react'

/** Whether the page shows live data and the browser has time for what nobody waits for. */
export const SettledContext = createContext(false)

/** Returns whether the page has settled: what nobody waits for is shown from then on. */
export function useIsSettled(): boolean {
  return use(SettledContext)
}

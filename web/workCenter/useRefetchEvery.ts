import { useCallback, useEffect, useRef } from 'react'
import { useRefetchOnGap } from '#web/api/live.ts'

type Ask = (options: { readonly requestPolicy: 'network-only' }) => void

/** Asks a query again from the network every `ms`, and whenever live messages may have been missed. */
export function useRefetchEvery(ms: number, ask: Ask): void {
  const latest = useRef<Ask>(ask)
  useEffect(() => {
    latest.current = ask
  })
  const refetch = useCallback(() => latest.current({ requestPolicy: 'network-only' }), [])
  useRefetchOnGap(refetch)
  useEffect(() => {
    const timer = setInterval(refetch, ms)
    return () => clearInterval(timer)
  }, [refetch, ms])
}

import { useCallback, useEffect } from 'react'
import { useRefetchOnGap } from '#web/api/live.ts'

/** Asks a query again from the network every `ms`, and whenever live messages may have been missed. */
export function useRefetchEvery(ms: number, ask: (options: { readonly requestPolicy: 'network-only' }) => void): void {
  const refetch = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  useRefetchOnGap(refetch)
  useEffect(() => {
    const timer = setInterval(refetch, ms)
    return () => clearInterval(timer)
  }, [refetch, ms])
}

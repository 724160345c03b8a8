import { useEffect, useRef, useState } from 'react'
import { useLiveWorkCenter } from '#web/api/live.ts'
import type { LivePoint } from '#web/chart/prepareSignal.ts'

/** Points kept; older ones are in the next answer of the API. */
const MAX_POINTS = 1200
const NONE: readonly LivePoint[] = []

/** Returns the values of one live channel since the page opened, oldest first; an unavailable channel is a null value. */
export function useLivePoints(workCenterId: number, key: string | null): readonly LivePoint[] {
  const live = useLiveWorkCenter(workCenterId)
  const value = key === null ? undefined : live?.values[key]
  const lastAt = useRef(-Infinity)
  const [points, setPoints] = useState(NONE)
  useEffect(() => {
    lastAt.current = -Infinity
    setPoints(NONE)
  }, [workCenterId, key])
  useEffect(() => {
    if (value === undefined || value.at <= lastAt.current) return
    lastAt.current = value.at
    setPoints((known) => [...known.slice(-MAX_POINTS), value])
  }, [value])
  return points
}

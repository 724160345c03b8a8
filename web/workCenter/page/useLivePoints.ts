import { useEffect, useRef, useState } from 'react'
import { useLiveWorkCenter } from '#web/api/live.ts'
import type { LivePoint } from '#web/chart/prepareSignal.ts'

/** Points kept; older ones are in the next answer of the API. */
const MAX_POINTS = 1200
const NONE: readonly LivePoint[] = []

/** Returns the values of live channels since the page opened, oldest first, those of one instant in one point; an unavailable channel is a null value. */
export function useLivePoints(workCenterId: number, keys: readonly string[]): readonly LivePoint[] {
  const live = useLiveWorkCenter(workCenterId)
  const names = keys.join(' ')
  const lastAt = useRef(-Infinity)
  const [points, setPoints] = useState(NONE)
  useEffect(() => {
    lastAt.current = -Infinity
    setPoints(NONE)
  }, [workCenterId, names])
  const values = live?.values
  useEffect(() => {
    if (names === '' || values === undefined) return
    const latest = names.split(' ').map((name) => values[name])
    const at = Math.max(...latest.map((value) => value?.at ?? -Infinity))
    if (at <= lastAt.current) return
    lastAt.current = at
    setPoints((known) => [...known.slice(-MAX_POINTS), { at, values: latest.map((value) => value?.value ?? null) }])
  }, [values, names])
  return points
}

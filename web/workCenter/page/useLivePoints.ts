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
  const told = live?.values
  useEffect(() => {
    if (names === '' || told === undefined) return
    const values = names.split(' ').map((name) => told[name])
    const at = Math.max(...values.map((value) => value?.at ?? -Infinity))
    if (at <= lastAt.current) return
    lastAt.current = at
    setPoints((known) => [...known.slice(-MAX_POINTS), { at, values: values.map((value) => value?.value ?? null) }])
  }, [told, names])
  return points
}

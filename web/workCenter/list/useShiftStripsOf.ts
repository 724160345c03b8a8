import { useCallback, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { ShiftStripsDocument } from '#web/api/generated/graphql.ts'
import { useRefetchOnGap } from '#web/api/live.ts'
import { createShiftStrips, type ShiftStrips } from './shiftStrips.ts'

/** Returns the store of the strips, asked for once the list is there and again when live messages may have been missed. */
export function useShiftStripsOf(hasList: boolean): ShiftStrips {
  const [strips] = useState(createShiftStrips)
  const [{ data }, ask] = useQuery({ query: ShiftStripsDocument, pause: !hasList })
  useRefetchOnGap(
    useCallback(() => {
      if (hasList) ask({ requestPolicy: 'network-only' })
    }, [ask, hasList]),
  )
  useEffect(() => {
    if (data) strips.put(data.workCenters)
  }, [data, strips])
  return strips
}

import { useEffect, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ShiftStripsDocument } from '#web/api/generated/graphql.ts'
import { createShiftStrips, type ShiftStrips } from './shiftStrips.ts'

const NOTHING = {}

/** Returns the store of the strips, asked for once the list is there and again when live messages may have been missed. */
export function useShiftStripsOf(hasList: boolean): ShiftStrips {
  const [strips] = useState(createShiftStrips)
  const interest = { workCenterIds: null, kinds: ['workCenter'] } as const
  const [{ data }] = useFreshQuery(ShiftStripsDocument, NOTHING, interest, { pause: !hasList })
  useEffect(() => {
    if (data) strips.put(data.workCenters)
  }, [data, strips])
  return strips
}

import { useMemo } from 'react'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'

type Placed = { readonly workCenter: { readonly name: string; readonly timeZone: string | null } | null }

/** Returns what the columns of both lists need: formats of the viewer and of the plant of a row, and the column of the work center. */
export function useColumnWords(zone: string, placeTitle: string) {
  const own = useFormat()
  const unitName = useUnitName()
  const formatIn = useMemo(() => zoneFormats(own), [own])
  const placeColumn = {
    key: 'place',
    title: placeTitle,
    width: 150,
    isPlain: true,
    value: ({ workCenter }) => workCenter?.name ?? null,
    cell: ({ workCenter }) => workCenter?.name,
  } satisfies ListColumn<Placed>
  return { own, unitName, formatOf: ({ workCenter }: Placed) => formatIn(workCenter?.timeZone ?? zone), placeColumn }
}

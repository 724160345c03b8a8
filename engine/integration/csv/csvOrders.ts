import { textOf } from '#engine/jobOrder/import/importField.ts'
import type { Cell, ImportField, ImportMapping } from '#engine/jobOrder/import/importField.ts'
import { instantOf, readWallTime } from '#engine/jobOrder/import/readInstant.ts'
import { readNumber } from '#engine/jobOrder/import/readNumber.ts'
import { statusMeant } from '#engine/jobOrder/import/readRow.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { ExternalOrder, UnreadOrder } from '../externalOrder.ts'
import type { ExternalPlace } from '../matchPlaces.ts'

/** A file of orders as it was laid out in columns. */
export type CsvFile = {
  readonly mapping: ImportMapping
  readonly rows: readonly { readonly no: number; readonly cells: readonly Cell[] }[]
}

const PLANNED = 'released'

/**
 * Returns the orders of a file, and those of which a value cannot be read (domain.md IN-14). Times without an offset are told in the zone. Of two rows of
 * one order at one work center neither is believed.
 */
export function csvOrders(
  { mapping, rows }: CsvFile,
  { zone }: { readonly zone: string },
): { readonly orders: readonly ExternalOrder[]; readonly unread: readonly UnreadOrder[] } {
  const reader = rowReader(mapping, zone)
  const read = rows.map(({ cells }) => reader(cells))
  const times = new Map<string, number>()
  for (const one of read) if ('order' in one) times.set(one.order.externalId, (times.get(one.order.externalId) ?? 0) + 1)
  const orders: ExternalOrder[] = []
  const unread: UnreadOrder[] = []
  for (const [at, one] of read.entries()) {
    if ('unread' in one) unread.push(one.unread)
    else if (times.get(one.order.externalId) === 1) orders.push(one.order)
    else {
      const { code, placeId, meaning } = one.order
      unread.push({ code, placeId, meaning, field: 'code', value: `${code} (${rows[at]?.no ?? 0})`, path: '' })
    }
  }
  return { orders, unread }
}

/** Returns the work centers that files name, by their codes, else their names. */
export function csvPlaces(files: readonly CsvFile[]): readonly ExternalPlace[] {
  const places = new Map<string, ExternalPlace>()
  for (const { mapping, rows } of files) {
    const cellOf = cellReader(mapping)
    for (const { cells } of rows) {
      const id = placeOf(cellOf, cells, mapping)
      const name = textOf(cellOf('workCenterName', cells))
      const code = textOf(cellOf('workCenterCode', cells))
      if (id !== null && !places.has(id)) places.set(id, { id, code: code || null, name: name || id })
    }
  }
  return [...places.values()]
}

type CellOf = (field: ImportField, cells: readonly Cell[]) => Cell

function cellReader({ columns }: ImportMapping): CellOf {
  const at = new Map(columns.flatMap(({ field }, column) => (field === null ? [] : [[field, column] as const])))
  return (field, cells) => cells[at.get(field) ?? -1] ?? null
}

/** A file may be one of a single work center of ours: it is named by its id. */
function placeOf(cellOf: CellOf, cells: readonly Cell[], { workCenterId }: ImportMapping): string | null {
  const named = textOf(cellOf('workCenterCode', cells)) || textOf(cellOf('workCenterName', cells))
  return named || (workCenterId === null ? null : `#${workCenterId}`)
}

function rowReader(
  mapping: ImportMapping,
  zone: string,
): (cells: readonly Cell[]) => { readonly order: ExternalOrder } | { readonly unread: UnreadOrder } {
  const cellOf = cellReader(mapping)
  const columnOf = (field: ImportField) => mapping.columns.find((column) => column.field === field)
  return (cells) => {
    const text = (field: ImportField) => textOf(cellOf(field, cells))
    const code = text('code')
    const placeId = placeOf(cellOf, cells, mapping)
    const status = statusMeant(text('status'))
    const meaning = status === 'DRAFT' ? 'DRAFT' : 'RELEASED'
    const unread = (field: ImportField) =>
      ({ unread: { code, placeId, meaning, field, value: text(field).slice(0, 200), path: '' } }) as const
    if (code === '') return unread('code')
    if (status === null) return unread('status')
    const number = (field: 'plannedQuantity' | 'targetCycleTime') => readNumber(cellOf(field, cells), columnOf(field)?.decimal ?? 'DOT')
    const instant = (field: 'planEnd' | 'planStart') => {
      const wall = readWallTime(cellOf(field, cells), columnOf(field)?.dates ?? 'DAY_FIRST')
      return wall === null || wall === undefined ? wall : instantOf(wall, zone, { isEnd: field === 'planEnd' })
    }
    const [plannedQuantity, cycle, planStart, planEnd] = [
      number('plannedQuantity'),
      number('targetCycleTime'),
      instant('planStart'),
      instant('planEnd'),
    ]
    if (plannedQuantity === undefined) return unread('plannedQuantity')
    if (cycle === undefined) return unread('targetCycleTime')
    if (planStart === undefined) return unread('planStart')
    if (planEnd === undefined) return unread('planEnd')
    return {
      order: {
        code,
        placeId,
        meaning,
        plannedQuantity,
        planStart,
        planEnd,
        externalId: `${code}@${placeId ?? ''}`,
        externalStatus: text('status') || PLANNED,
        productCode: text('productCode') || null,
        productName: text('productName') || null,
        placeName: text('workCenterName') || null,
        targetCycleTime: cycle === null ? null : Number(((cycle * mapping.cycleUnitMs) / SECOND_MS).toFixed(6)),
        madeQuantity: null,
      },
    }
  }
}

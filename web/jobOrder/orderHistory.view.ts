import type { OpenedOrder } from './jobOrderForm.view.ts'

type Event = Pick<OpenedOrder['events'][number], 'details'>
export type HistoryValue = string | number | boolean | null

/** What a field of an order, or a figure of an act, was and is; no `before` = it was not told. */
export type HistoryChange = { readonly key: HistoryKey; readonly before?: HistoryValue; readonly after: HistoryValue }

/** What of an event is told, in this order. The others say the same in another form, or are ids. */
export const HISTORY_KEYS = [
  'status',
  'orderCode',
  'externalCode',
  'product',
  'workCenter',
  'place',
  'planOutput',
  'planDuration',
  'performanceBy',
  'planCycleTime',
  'targetSpeedQuantity',
  'targetSpeedTime',
  'planStart',
  'planEnd',
  'dueDate',
  'description',
  'notes',
  'bom',
  'possibleScraps',
  'accepted',
  'rejected',
  'border',
  'start',
  'end',
  'givenTo',
  'linkAdded',
  'linkRemoved',
  'from',
  'file',
] as const
export type HistoryKey = (typeof HISTORY_KEYS)[number]

/** Columns and the fields of an import under the name that they are told by. */
const TOLD_AS: Readonly<Record<string, HistoryKey>> = {
  itemId: 'product',
  workCenterId: 'workCenter',
  planDurationMs: 'planDuration',
  planCycleTimeMs: 'planCycleTime',
  targetSpeedTimeMs: 'targetSpeedTime',
  fileName: 'file',
}

/** Returns what an event changed, old and new, as far as its details tell it. */
export function historyChanges({ details }: Event): readonly HistoryChange[] {
  const { before: units, borderAt, newAt, ...told } = recordOf(JSON.parse(details))
  const was = recordOf(units)
  const changes = Object.entries(told).flatMap(([name, value]): HistoryChange[] => {
    const key = keyOf(name)
    if (key === null) return []
    if (isValue(value)) return isValue(was[name]) ? [{ key, before: was[name], after: value }] : [{ key, after: value }]
    const { before, after } = recordOf(value)
    if (!isValue(after)) return []
    return isValue(before) ? [{ key, before, after }] : [{ key, after }]
  })
  const border: readonly HistoryChange[] = isValue(borderAt) && isValue(newAt) ? [{ key: 'border', before: borderAt, after: newAt }] : []
  return [...changes, ...border].toSorted((one, other) => HISTORY_KEYS.indexOf(one.key) - HISTORY_KEYS.indexOf(other.key))
}

/** Returns the ids of the products that the events name. */
export function productsOfHistory(events: readonly Event[]): readonly number[] {
  const products = events.flatMap((event) => historyChanges(event).filter(({ key }) => key === 'product'))
  return [...new Set(products.flatMap(({ before, after }) => [before, after]).filter((id) => typeof id === 'number'))]
}

function keyOf(name: string): HistoryKey | null {
  return TOLD_AS[name] ?? HISTORY_KEYS.find((key) => key === name) ?? null
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isValue(value: unknown): value is HistoryValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

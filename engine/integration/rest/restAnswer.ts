import { readNumber } from '#engine/jobOrder/import/readNumber.ts'
import { instantOf, readWallTime } from '#engine/jobOrder/import/readInstant.ts'
import type { ExternalOrder, ExternalStatus, UnreadOrder } from '../externalOrder.ts'
import type { ExternalPlace } from '../matchPlaces.ts'
import { ORDER_FIELDS } from './restSettings.ts'
import type { OrderField, RestSettings } from './restSettings.ts'

/** A record of an answer, with the records that it stands in, the nearest first: `^.` in a path goes up to them. */
export type RestRecord = { readonly value: unknown; readonly parents: readonly unknown[] }

/** Returns the records of the list at the path, null where there is no list; `a[].b` = the lists b of all records of a. */
export function recordsAt(answer: unknown, path: string): readonly RestRecord[] | null {
  let records: readonly RestRecord[] = [{ value: answer, parents: [] }]
  const steps = path === '' || path === '[]' ? [] : path.split('.')
  for (const [at, step] of steps.entries()) {
    const name = step.replace('[]', '')
    const isInner = step.endsWith('[]') && at < steps.length - 1
    const next: RestRecord[] = []
    for (const { value, parents } of records) {
      const found = member(value, name)
      if (!isInner) next.push({ value: found, parents: at === 0 ? [] : parents })
      // A record without an inner list has none of them.
      else if (Array.isArray(found)) next.push(...found.map((one: unknown) => ({ value: one, parents: [one, ...parents] })))
      else return null
    }
    records = next
  }
  const lists: RestRecord[] = []
  for (const { value, parents } of records) {
    if (!Array.isArray(value)) {
      if (parents.length > 0 && (value === null || value === undefined)) continue
      return null
    }
    lists.push(...value.map((one: unknown) => ({ value: one, parents })))
  }
  return lists
}

/** Returns how many records a page hands out; of `a[].b` those of a, which pages are cut by. */
export function pageLength(answer: unknown, path: string): number {
  const steps = path.split('.')
  const outer = steps.findIndex((step, at) => step.endsWith('[]') && at < steps.length - 1)
  const list =
    outer === -1
      ? path
      : steps
          .slice(0, outer + 1)
          .join('.')
          .replace(/\[\]$/, '')
  return recordsAt(answer, list)?.length ?? 0
}

/** Returns the value of a dotted path in the record, the first of each list on its way; undefined where there is none. */
export function valueAt({ value, parents }: RestRecord, path: string): unknown {
  let rest = path
  let up = 0
  while (rest.startsWith('^.')) {
    rest = rest.slice(2)
    up++
  }
  let found: unknown = up === 0 ? value : parents[up - 1]
  for (const step of rest.split('.')) {
    found = member(found, step.replace('[]', ''))
    if (Array.isArray(found)) found = found[0]
  }
  return found
}

/** Returns the value as people read it, empty for none. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the order of a record, or the field that cannot be read (domain.md IN-3). */
export function restOrder(record: RestRecord, rest: RestSettings): { readonly order: ExternalOrder } | { readonly unread: UnreadOrder } {
  const text: Record<string, string> = {}
  for (const field of ORDER_FIELDS)
    text[field] = rest.orderPaths[field] === '' ? '' : shownValue(valueAt(record, rest.orderPaths[field])).trim()
  const of = (field: OrderField) => text[field] ?? ''
  const unread = (field: OrderField) => ({
    unread: {
      code: of('code') || of('id'),
      placeId: of('workCenterId') || null,
      meaning: meaningOf(of('status'), rest),
      field,
      value: of(field),
      path: rest.orderPaths[field],
    },
  })
  for (const field of ['id', 'code'] as const) if (of(field) === '') return unread(field)
  const numbers: Partial<Record<OrderField, number | null>> = {}
  for (const field of ['plannedQuantity', 'targetCycleTime', 'madeQuantity'] as const) {
    const raw = rest.orderPaths[field] === '' ? null : valueAt(record, rest.orderPaths[field])
    const number = typeof raw === 'number' ? raw : readNumber(of(field), rest.decimal)
    if (number === undefined) return unread(field)
    numbers[field] = number
  }
  const instants: Partial<Record<OrderField, number | null>> = {}
  for (const field of ['planStart', 'planEnd'] as const) {
    const at = restInstant(of(field), rest.zone, { isEnd: field === 'planEnd' })
    if (at === undefined) return unread(field)
    instants[field] = at
  }
  return {
    order: {
      externalId: of('id'),
      code: of('code'),
      externalStatus: of('status'),
      meaning: meaningOf(of('status'), rest),
      plannedQuantity: numbers.plannedQuantity ?? null,
      productCode: of('productCode') || null,
      productName: of('productName') || null,
      placeId: of('workCenterId') || null,
      placeName: null,
      planStart: instants.planStart ?? null,
      planEnd: instants.planEnd ?? null,
      targetCycleTime: numbers.targetCycleTime ?? null,
      madeQuantity: numbers.madeQuantity ?? null,
    },
  }
}

/** Returns the work center of a record; null where it has no id. */
export function restPlace(record: RestRecord, { placePaths }: RestSettings): ExternalPlace | null {
  const of = (path: string) => (path === '' ? '' : shownValue(valueAt(record, path)).trim())
  const id = of(placePaths.id)
  return id === '' ? null : { id, code: of(placePaths.code) || null, name: of(placePaths.name) || id }
}

/** Returns the instant (ms UTC) of a text, null for an empty one; undefined for what is none. Without an offset it is told in the zone. */
export function restInstant(text: string, zone: string, { isEnd }: { readonly isEnd: boolean }): number | null | undefined {
  const wall = readWallTime(text, 'DAY_FIRST')
  return wall === null || wall === undefined ? wall : instantOf(wall, zone, { isEnd })
}

/** A word that nobody listed is over: it is not imported. Where orders have no status at all they are released. */
function meaningOf(word: string, { orderPaths, statuses }: RestSettings): ExternalStatus {
  if (orderPaths.status === '') return 'RELEASED'
  return statuses.find((one) => one.word.trim().toLowerCase() === word.toLowerCase())?.meaning ?? 'ENDED'
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

import { LOSS_SOURCES } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { LossRange } from './loss.store.ts'

/** Where a loss that was edited is found again, also when it was joined with its neighbour. */
export type LossPlace = LossRange & { readonly id: number }

/** Returns the places as they were stored in JSON. Fails on what is none: only edits write them. */
export function readPlaces(stored: unknown): readonly LossPlace[] {
  if (!Array.isArray(stored)) throw new TypeError('the stored answer of an edit is no list')
  return stored.map(readPlace)
}

/** Returns the place as it was stored in JSON. */
export function readPlace(stored: unknown): LossPlace {
  const fields: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const { id, workCenterId, source, start, end } = fields
  return {
    id: storedNumber(id),
    workCenterId: asId<WorkCenterId>(storedNumber(workCenterId)),
    source: oneOf(LOSS_SOURCES, String(source)),
    start: storedNumber(start),
    end: end === null ? null : storedNumber(end),
  }
}

/** Returns the value if it is a number; fails on another, which only a broken answer holds. */
export function storedNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('the stored answer of an edit has a place without a number')
  return value
}

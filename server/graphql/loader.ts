import { createContextCache } from '@pothos/core'
import DataLoader from 'dataloader'
import type { Tenant } from '#server/db/database.ts'
import type { RequestContext } from './context.ts'

/** Returns the loader of the request: what its resolvers ask for one by one is read at once. */
export type LoaderOf<Key, Value> = (context: RequestContext) => Pick<DataLoader<Key, Value, unknown>, 'load' | 'loadMany' | 'prime'>

/** Returns a loader, made once a request. Objects as keys need `cacheKeyOf`: equal cache keys are one question. */
export function loader<Key, Value>(
  read: (keys: readonly Key[], context: RequestContext) => Promise<readonly Value[]>,
  cacheKeyOf?: (key: Key) => unknown,
): LoaderOf<Key, Value> {
  return createContextCache(
    (context: RequestContext) =>
      new DataLoader<Key, Value, unknown>((keys) => read(keys, context), cacheKeyOf === undefined ? {} : { cacheKeyFn: cacheKeyOf }),
  )
}

/** Returns a loader that reads in a transaction of the request's company. */
export function tenantLoader<Key, Value>(
  read: (tenant: Tenant, keys: readonly Key[], context: RequestContext) => Promise<readonly Value[]>,
  cacheKeyOf?: (key: Key) => unknown,
): LoaderOf<Key, Value> {
  return loader((keys, context) => context.inTenant((tenant) => read(tenant, keys, context)), cacheKeyOf)
}

/** Returns the value of each key, null for a key without one. */
export function each<Key, Value>(keys: readonly Key[], values: readonly Value[], keyOf: (value: Value) => unknown): (Value | null)[] {
  const found = new Map(values.map((value) => [keyOf(value), value]))
  return keys.map((key) => found.get(key) ?? null)
}

/** Returns the values of each key in their order, an empty list for a key without any. */
export function grouped<Key, Value>(keys: readonly Key[], values: readonly Value[], keyOf: (value: Value) => Key): Value[][] {
  const groups = Map.groupBy(values, keyOf)
  return keys.map((key) => groups.get(key) ?? [])
}

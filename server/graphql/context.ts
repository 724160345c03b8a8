import { createAccess } from '#server/access/access.ts'
import type { Access } from '#server/access/access.ts'
import type { Caller } from '#server/access/caller.ts'
import type { ApiDeps } from '#server/apiDeps.ts'

/** One request, as resolvers see it. */
export type RequestContext = Access &
  Pick<ApiDeps, 'live' | 'now' | 'readSamples'> & {
    readonly deps: ApiDeps
    /** From where the request came. */
    readonly address: string
  }

/** Returns the context of one request. */
export function createContext(caller: Caller, deps: ApiDeps, address: string): RequestContext {
  const { live, now, readSamples } = deps
  return { ...createAccess(caller, deps.database, deps.ingest), live, now, readSamples, deps, address }
}

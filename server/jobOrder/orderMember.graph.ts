import { grantsOf } from '#engine/access/abilities.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { actorIn } from '#server/user/user.graph.ts'
import type { OrderMember } from './orderDeps.ts'

export const REQUEST_KEY = 'Asked again with the same key, it is done once.'
export const ACTING = 'From a station: which of its people does it. Only operators who are assigned to the work center may be named.'

/** Returns who acts on orders in the request. */
export function memberIn(context: RequestContext, actingUserId?: string | null, saidAt?: number | null): OrderMember {
  const source = context.apiKeyId === undefined ? 'SCREEN' : 'API'
  return { ...actorIn(context, actingUserId, saidAt), grants: grantsOf(context.abilities()), source }
}

/** Returns the request with its key, null where none was sent. */
export function keyed(operation: string, key: string | null | undefined, content: unknown): KeyedRequest | null {
  return key == null ? null : { key, operation, content }
}

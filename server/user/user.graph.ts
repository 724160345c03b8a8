import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, loader } from '#server/graphql/loader.ts'
import { listEmployees } from './employee.store.ts'
import { listUsers } from './user.store.ts'
import type { User } from './user.store.ts'

export const UserRef = builder.objectRef<User>('User')

export const userById = loader((ids: readonly UserId[], { deps }) =>
  deps.database.inSystem(async (tx) => each(ids, await listUsers(tx, ids), (user) => user.id)),
)

/** A person's membership in the request's company; null for non-members. */
export const employeeById = loader((ids: readonly UserId[], { deps, member }) =>
  deps.database.inSystem(async (tx) =>
    each(ids, await listEmployees({ companyId: member().companyId, tx }, { userIds: ids }), (employee) => employee.user.id),
  ),
)

/**
 * Returns the person whom a station names as the author: in what is asked, where `null` names nobody, or, where that says nothing, in the header
 * `x-acting-user` for all of a request; null = the account itself.
 */
export function actingIn(context: RequestContext, named?: string | null): UserId | null {
  const acting = named === undefined ? (context.actingUserId ?? null) : named
  return acting === null || acting === context.member().userId ? null : asId<UserId>(acting)
}

/** Returns the member who asks, the person whom a station names as `actingIn` tells, and when it was said: now, unless a device sends it later. */
export function actorIn(context: RequestContext, named?: string | null, saidAt?: number | null) {
  return { ...context.member(), actingUserId: actingIn(context, named), saidAt: saidAt ?? context.now() }
}

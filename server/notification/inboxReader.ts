import type { RequestContext } from '#server/graphql/context.ts'
import { actorIn } from '#server/user/user.graph.ts'
import type { InboxActor, InboxTaker } from './inbox.service.ts'

/** Returns the caller, with the work centers that they may see now. */
export async function readerIn(context: RequestContext): Promise<InboxActor> {
  return { ...context.member(), visibleIds: await context.narrowed(null) }
}

/** Returns the same, with the person who works at a station. */
export async function takerIn(context: RequestContext): Promise<InboxTaker> {
  return { ...actorIn(context), visibleIds: await context.narrowed(null) }
}

import type { CompanyId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { acknowledge } from '#server/notification/inbox.service.ts'
import { Refusal } from '#server/refusal.ts'
import { shareOf } from './crewStory.ts'
import { layToldPast, listUntaken } from './demoNotifications.store.ts'

type Deps = { readonly database: Database; readonly now: () => number }

/** What was told a moment ago is left to visitors, and so is a part of the rest. */
const TAKES_AFTER_MS = 4 * MINUTE_MS
const SHARE_TAKEN = 0.6
const WORDS = [null, null, 'On my way', 'Called maintenance', 'Waiting for the setter'] as const

/**
 * Lets the lead of the demo plant take care of part of what goes on and nobody does, a few minutes after it was told; what its past would have told is told as
 * of then, so that the history and the figures of rules have something to show. Returns how many were taken now.
 */
export async function crewNotifications(
  deps: Deps,
  companyId: CompanyId,
  lead: Membership | undefined,
  operator: Membership | undefined,
): Promise<number> {
  if (lead === undefined || operator === undefined) return 0
  const now = deps.now()
  const untaken = await deps.database.inTenant(companyId, async (tenant) => {
    await layToldPast(tenant, [lead.userId, operator.userId], now)
    return await listUntaken(tenant, lead.userId, now - TAKES_AFTER_MS)
  })
  const taken = untaken.filter(({ since }) => shareOf(`taken ${since}`) < SHARE_TAKEN)
  let count = 0
  for (const { id, since } of taken) {
    const comment = WORDS[Math.floor(shareOf(`word ${since}`) * WORDS.length)] ?? null
    const done = acknowledge(deps, { companyId, userId: lead.userId, visibleIds: null }, { id, comment })
    // It may be over, or somebody else's, by now.
    const isTaken = await done.then(() => true, unlessRefused)
    if (isTaken) count += 1
  }
  return count
}

function unlessRefused(error: unknown): false {
  if (error instanceof Refusal) return false
  throw error
}

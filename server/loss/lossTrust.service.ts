import { trustShares, type TrustShare } from '#engine/loss/trust.ts'
import type { Tenant } from '#server/db/database.ts'
import { QUESTION_LIMIT_MS, withinLimit } from '#server/db/limitedWork.ts'
import { filterByReasons, type LossQuestion } from './lossFilter.service.ts'
import { trustOfLosses } from './lossTrust.store.ts'

/** Returns how the reasons of the stops came about, by their time. Each stop is looked at, so what takes too long is refused. */
export async function trustOf(tenant: Tenant, question: LossQuestion, now: number): Promise<readonly TrustShare[]> {
  return withinLimit(tenant, QUESTION_LIMIT_MS, async () =>
    trustShares(await trustOfLosses(tenant, await filterByReasons(tenant, question), now)),
  )
}

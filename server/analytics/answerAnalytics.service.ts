import { isOfLosses } from '#engine/analytics/dimensions.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { isTooLarge, QUESTION_LIMIT_MS, withinLimit } from '#server/db/limitedWork.ts'
import { filterByReasons } from '#server/loss/lossFilter.service.ts'
import { analyse, type AnalyticsAnswer, type AnalyticsQuestion } from './analytics.service.ts'
import { datesOf } from './analyticsDates.service.ts'
import { MAX_FACTS } from './cellReaders.service.ts'
import { listMissingSums } from './lossFacts.service.ts'
import { keepLossSums } from './lossSums.store.ts'

/**
 * Returns the answer to the question. What sums it lacks are kept before, each kind in a transaction of its own, so that whoever changes a past loss does
 * not wait for the answer. A question that the database cannot answer in time is refused.
 */
export async function answerAnalytics(
  inTenant: InTenant,
  question: AnalyticsQuestion,
  limitMs: number = QUESTION_LIMIT_MS,
): Promise<AnalyticsAnswer> {
  const limited: InTenant = (work) => inTenant((tenant) => withinLimit(tenant, limitMs, work))
  if (isOfLosses(question.measure)) {
    const { companyId, zones, missing } = await limited((tenant) => missingSums(tenant, question))
    for (const { kind, sums } of missing) {
      const waits = `${companyId} ${kind.cut}`
      if ((tooLongUntil.get(waits) ?? 0) > question.now) continue
      try {
        await limited((tenant) => keepLossSums(tenant, kind, sums, zones))
      } catch (error) {
        if (!isTooLarge(error)) throw error
        // What could not be summed in time is read from the losses, and nobody waits for it again soon.
        tooLongUntil.set(waits, question.now + HOUR_MS)
        break
      }
    }
  }
  return limited((tenant) => analyse(tenant, question))
}

/**
 * Backoff per company and cut after keeping sums ran out of time: until then questions read the losses. The background job keeps the sums, except days by
 * work center, person and status.
 */
const tooLongUntil = new Map<string, number>()

/** Returns what else an answer tells, with the same limit. */
export function besideAnswer<T>(inTenant: InTenant, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  return inTenant((tenant) => withinLimit(tenant, QUESTION_LIMIT_MS, work))
}

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>

async function missingSums(tenant: Tenant, question: AnalyticsQuestion) {
  const { zones, paired } = await datesOf(tenant, question)
  const asked = { by: question.by, filter: await filterByReasons(tenant, question.filter), zones, now: question.now, most: MAX_FACTS }
  const own = await listMissingSums(tenant, asked, paired.dates)
  const before = paired.before === null ? [] : await listMissingSums(tenant, asked, paired.before)
  return { companyId: tenant.companyId, zones, missing: [...own, ...before] }
}

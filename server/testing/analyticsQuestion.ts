import type { Dimension, Measure } from '#engine/analytics/dimensions.ts'
import type { CompanyId } from '#engine/ids.ts'
import { answerAnalytics } from '#server/analytics/answerAnalytics.service.ts'
import type { Database } from '#server/db/database.ts'
import { EVERY_LOSS } from '#server/loss/lossFilter.service.ts'
import { LAST_LOSS_AT } from './millionLosses.ts'

/** Returns how many cells the measure of the dates, by itself the time lost, has by the dimensions, asked for as the API does. */
export async function cellsOfAnalytics(
  database: Database,
  companyId: CompanyId,
  by: readonly Dimension[],
  dates: { readonly first: string; readonly last: string },
  measure: Measure = 'DURATION',
): Promise<number> {
  const answer = await answerAnalytics((work) => database.inTenant(companyId, work), {
    measure,
    by,
    dates,
    comparison: null,
    unit: null,
    filter: EVERY_LOSS,
    now: LAST_LOSS_AT + 3_600_000,
  })
  return answer.cells.length
}

/** Returns of how many periods sums of losses are kept. */
export async function countKeptSums(database: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await database.pool.query<{ kept: number }>('select count(*)::int as kept from loss_sum_kept')
  return rows[0]?.kept ?? 0
}

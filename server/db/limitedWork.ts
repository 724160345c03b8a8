import { sql } from 'kysely'
import { sqlState } from '#server/db/outage.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'

/** How long a statement of a large question may take, so that it leaves others their share of the database. */
export const QUESTION_LIMIT_MS = 5000

/** SQLSTATE of a statement that was ended at its limit. */
const OVERDUE = '57014'

/**
 * Returns what the work does in a transaction whose statements may each take so long, less than those of a screen; one that takes longer is the refusal
 * QUESTION_TOO_LARGE, which says what to narrow, never a part of an answer.
 */
export async function withinLimit<T>(tenant: Tenant, limitMs: number, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  // The setting is local to the transaction.
  const limited = sql`select set_config('statement_timeout', ${`${limitMs}`}, true)`.execute(tenant.tx)
  limited.catch(() => undefined)
  try {
    const result = await work(tenant)
    await limited
    return result
  } catch (error) {
    if (sqlState(error) !== OVERDUE) throw error
    throw new Refusal({ code: 'QUESTION_TOO_LARGE', field: 'dateFrom', params: { seconds: Math.ceil(limitMs / 1000) } }, { cause: error })
  }
}

/** Returns whether the work was refused for what it would have taken. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'QUESTION_TOO_LARGE'
}

import type { StockRowFragment } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import type { EntryRefusal } from '#web/parts/outbox/outboxEntry.ts'
import { isSameBatch, type MaterialActBody, type MaterialActDone } from './materialAct.ts'

/** What is done with a batch here. */
export type SaidOfBatch = Pick<MaterialActBody, 'act' | 'batchId' | 'code'> & Partial<Pick<MaterialActBody, 'comment' | 'quantity'>>

type Here = readonly Pick<StockRowFragment, 'batch'>[]

/**
 * Returns the act that takes back what was done, at a machine that had these stocks before; null where none takes back just that: taking off moves all
 * that is there (domain.md M-6), so that a batch of which some was here before cannot be taken back to what it was.
 */
export function batchBack(
  { act, code, quantity = null }: SaidOfBatch,
  { batchId, balance }: MaterialActDone,
  here: Here | null,
): SaidOfBatch | null {
  if (act === 'CHARGE_OFF' || batchId === null) return null
  if (act === 'INSTALL') {
    const wasHere =
      here === null || here.some(({ batch }) => batch !== null && isSameBatch({ batchId: batch.id, code: batch.code }, { batchId, code }))
    return wasHere || (quantity !== null && balance !== null && balance > quantity) ? null : { act: 'UNINSTALL', batchId, code }
  }
  // The page may be older than what the machine used since: no more than there is now is installed again.
  const back = Math.min(quantity ?? 0, balance ?? 0)
  return back > 0 ? { act: 'INSTALL', batchId, code, quantity: back } : null
}

/** Returns why an act was not done, for the form in which it was said; without an answer it is a lost connection, and nothing where it was done. */
export function problemsOfAct(outcome: 'AWAY' | 'SIGN_IN' | EntryRefusal | MaterialActDone): readonly ApiProblem[] {
  if (typeof outcome === 'string') return [{ code: 'OFFLINE', params: {} }]
  if ('batchId' in outcome) return []
  const { code, field, params = {} } = outcome
  // What is written off is called a balance by the API.
  return [{ code, params, ...(field !== undefined && { field: field === 'balance' ? 'quantity' : field }) }]
}

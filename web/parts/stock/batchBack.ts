import type { ApiProblem } from '#web/api/problems.ts'
import type { EntryRefusal } from '#web/parts/outbox/outboxEntry.ts'
import type { MaterialActBody, MaterialActDone } from './materialAct.ts'

/** What is done with a batch here. */
export type SaidOfBatch = Pick<MaterialActBody, 'act' | 'batchId' | 'code'> & Partial<Pick<MaterialActBody, 'comment' | 'quantity'>>

/**
 * Returns the act that takes back what was done; null where none takes back just that: taking off moves all that is there (domain.md M-6), so that a
 * batch of which some was here before cannot be taken back to what it was. What was taken off is what the server moved: the page may be older than what
 * the machine used since.
 */
export function batchBack({ act, code }: SaidOfBatch, { batchId, balance, moved }: MaterialActDone): SaidOfBatch | null {
  if (act === 'CHARGE_OFF' || batchId === null || moved === null || moved <= 0) return null
  if (act === 'INSTALL') return balance === moved ? { act: 'UNINSTALL', batchId, code } : null
  return { act: 'INSTALL', batchId, code, quantity: moved }
}

/** Returns why an act was not done, for the form in which it was said; without an answer it is a lost connection, and nothing where it was done. */
export function problemsOfAct(outcome: 'AWAY' | 'SIGN_IN' | EntryRefusal | MaterialActDone): readonly ApiProblem[] {
  if (typeof outcome === 'string') return [{ code: 'OFFLINE', params: {} }]
  if ('batchId' in outcome) return []
  const { code, field, params = {} } = outcome
  // What is written off is called a balance by the API.
  return [{ code, params, ...(field !== undefined && { field: field === 'balance' ? 'quantity' : field }) }]
}

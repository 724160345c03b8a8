import { createHash } from 'node:crypto'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { claimKey, claimNewKey, findRequest, keepAnswer } from './requestKey.store.ts'

/** A request with the key that its sender made for it; the same key with the same content is the same request. */
export type KeyedRequest = {
  readonly key: string
  readonly operation: string
  /** All that decides what is done, as it arrived. */
  readonly content: unknown
}

/** Stores the answer under the key; the act awaits it with its other statements. */
export type Keep<Answer> = (answer: Answer) => Promise<void>

/** What was answered, and whether it was done before. */
export type OnceAnswer<Answer> = { readonly answer: Answer; readonly isRepeated: boolean }

/**
 * Returns the answer of the act, which is done once for each key of a company; a repetition gets the answer of the first time as it was stored, which
 * `read` checks. Without a request the act is done each time. Refuses a key that was used for something else or by another user. The key is stored in
 * the transaction of the act: what is rolled back can be asked again. An act that knows its answer before its last statements may `keep` it beside them.
 * One that `sendsAhead` sends its first statements with the claim: a used key ends its transaction with KeyUsed before any of them, and what was answered is
 * read in another one (`answeredBefore`).
 */
export async function once<Answer>(
  tenant: Tenant,
  userId: UserId,
  request: KeyedRequest | null,
  steps: {
    readonly act: (keep: Keep<Answer>) => Promise<Answer>
    readonly read: (stored: unknown) => Answer
    readonly sendsAhead?: boolean
  },
): Promise<OnceAnswer<Answer>> {
  if (request === null) return { answer: await steps.act(() => Promise.resolve()), isRepeated: false }
  const { key, operation } = request
  const asked = { userId, operation, contentHash: hashOf(request) }
  if (await (steps.sendsAhead === true ? claimNewKey : claimKey)(tenant, key, asked)) {
    const early: { kept: Promise<void> | null } = { kept: null }
    const answer = await steps.act((known) => (early.kept ??= keepAnswer(tenant, key, known)))
    await (early.kept ?? keepAnswer(tenant, key, answer))
    return { answer, isRepeated: false }
  }
  const first = await answeredBefore(tenant, userId, request, steps.read)
  if (first === null) throw reused()
  return { answer: first.answer, isRepeated: true }
}

/** Returns the first answer to the same request; null when its key is new. Refuses a key that was used for something else or by another user. */
export async function answeredBefore<Answer>(
  tenant: Tenant,
  userId: UserId,
  request: KeyedRequest,
  read: (stored: unknown) => Answer,
): Promise<{ readonly answer: Answer } | null> {
  const first = await findRequest(tenant, request.key)
  if (first === null) return null
  const isSame = first.userId === userId && first.operation === request.operation && first.contentHash === hashOf(request)
  if (!isSame) throw reused()
  return { answer: read(first.answer) }
}

function hashOf({ content }: KeyedRequest): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Returns the refusal of a key that was used for something else or by another user. */
export function reused(): Refusal {
  return new Refusal({ code: 'REQUEST_KEY_REUSED', field: 'requestKey' })
}

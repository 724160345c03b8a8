import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { createSemaphore } from '#server/user/semaphore.ts'

/** What somebody typed who forgot the password. */
export type EmailRequest = { readonly email: string; readonly language: string }

/** Accepts requests for e-mails and answers before any lookup, so that neither the answer nor its time reveals whether the address exists. */
export type EmailRequests = {
  /** Returns 0, or after how many seconds to come again when too much is waiting. Refuses SERVICE_UNAVAILABLE while nothing could be done. */
  take(request: EmailRequest): Promise<number>
  /** Resolves when everything that was taken is done. */
  settled(): Promise<void>
}

export type EmailRequestDeps = {
  readonly database: Pick<Database, 'ping'>
  readonly log: Logger
  readonly send: (request: EmailRequest) => Promise<void>
}

const PARALLEL = 2
const MAX_WAITING = 200
const COME_AGAIN_SECONDS = 5
const PING_LIMIT_MS = 2_000

/** Returns the queue of e-mail requests. It sends them one after the other and logs failures. */
export function createEmailRequests({ database, log, send }: EmailRequestDeps): EmailRequests {
  const semaphore = createSemaphore(PARALLEL)
  const pending = new Set<Promise<void>>()
  return {
    take: async (request) => {
      if (semaphore.waiting() >= MAX_WAITING) return COME_AGAIN_SECONDS
      await database.ping(PING_LIMIT_MS).catch((error: unknown) => {
        throw new Refusal({ code: 'SERVICE_UNAVAILABLE' }, { cause: error })
      })
      const work = semaphore
        .run(() => send(request))
        .catch((error: unknown) => log.error({ err: error }, 'an e-mail that was asked for could not be queued'))
        .finally(() => pending.delete(work))
      pending.add(work)
      return 0
    },
    settled: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { Logger } from '#server/log.ts'
import { isOutage } from '#server/db/outage.ts'
import { Refusal } from '#server/refusal.ts'
import { GiveUp, RetryAt } from './defineJob.ts'

/** A failure as a person finds it again in the log. */
export type Failure = { readonly errorId: string; readonly message: string }

const MESSAGE_LENGTH = 500

/** Returns the failure that people see of a job, having written it to the log under its id: what is expected as a warning, the rest as an error. */
export function reportFailure(
  log: Logger,
  failed: {
    readonly kind: string
    readonly companyId: string | null
    readonly error: unknown
    readonly job?: string
    readonly attempt?: number
  },
): Failure {
  const { kind, companyId, error, job, attempt } = failed
  const errorId = randomUUID()
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MESSAGE_LENGTH)
  const isExpected = error instanceof RetryAt || error instanceof GiveUp || error instanceof Refusal || isOutage(error)
  const entry = { errorId, kind, companyId, job, attempt, ...(isExpected ? { error: message } : { err: error }) }
  if (isExpected) log.warn(entry, 'a job failed')
  else log.error(entry, 'a job failed')
  return { errorId, message }
}

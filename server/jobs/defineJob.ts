import { z } from 'zod'
import type { CompanyId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { JobKind } from './jobKinds.ts'

/** Whose rows a job works with: those of one company, which it opens like a request does, or those of all. */
export type JobScope = 'COMPANY' | 'SYSTEM'

/** A kind of job with the check of its payload. */
export type JobDefinition<Payload, Scope extends JobScope> = {
  readonly kind: JobKind
  readonly scope: Scope
  readonly payload: z.ZodType<Payload>
}

/** What a running job is given. */
export type JobContext = {
  readonly id: string
  /** 1 for the first try. */
  readonly attempt: number
  /** Aborted when the process ends, the job takes too long, or another worker has it. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** Stores how far the job is, in percent, for people who wait for it. */
  progress(percent: number): Promise<void>
}

export type CompanyJobContext = JobContext & {
  readonly companyId: CompanyId
  /** Runs the work in a transaction that sees the rows of the job's company only. */
  inTenant<T>(work: (tenant: Tenant) => Promise<T>): Promise<T>
}

/** Returns the definition of a kind of job; its payload is checked when it is enqueued and again when it is run. */
export function defineJob<Payload, Scope extends JobScope>(definition: JobDefinition<Payload, Scope>): JobDefinition<Payload, Scope> {
  return definition
}

/** What stands in the queue: the company first. */
export const jobEnvelope = z.strictObject({ companyId: z.string().nullable(), kind: z.string(), payload: z.unknown() })
/** Thrown by a job that knows when it is worth trying again. */
export class RetryAt extends Error {
  readonly at: Date

  constructor(at: Date, message: string) {
    super(message)
    this.at = at
  }
}

/** Thrown by a job that would fail at every further try, too. */
export class GiveUp extends Error {}

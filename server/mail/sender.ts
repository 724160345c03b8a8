import { Readable } from 'node:stream'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { metrics } from '#server/http/metrics.ts'
import { GiveUp, RetryAt } from '#server/jobs/defineJob.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { PartState } from '#server/partState.ts'
import { beginTry, countWaiting, markFailed, markRetry, markSent } from './delivery.store.ts'
import type { WaitingEmail } from './delivery.store.ts'
import { planAfter } from './deliveryPlan.ts'
import { EMAIL_JOB } from './emailJob.ts'
import { SEND_LIMIT_MS } from './smtp.ts'
import type { OutgoingFile, Smtp } from './smtp.ts'

/** Sends the e-mails that wait, and those that are queued from now on. */
export type Sender = {
  /** Ready, or degraded while the mail server takes no e-mails. */
  state(): PartState
}

export type SenderDeps = {
  readonly database: Pick<Database, 'inSystem' | 'inTenant'>
  readonly smtp: Smtp
  readonly jobs: Pick<Jobs, 'handle'>
  /** Whether the e-mail is still for its reader, asked before each try; left out = all are. */
  readonly isForReader?: (emailId: string) => Promise<boolean>
}

/** What stands at an e-mail that nobody gets. */
const NOT_THEIRS = 'its reader may no longer read it'
const REMEMBER_EVERY_MS = 1_000

const emails = metrics.counter('trueline_emails_total', 'E-mails handed to the mail server, by kind and result.')
const waiting = metrics.gauge('trueline_emails_waiting', 'E-mails that wait to be sent.')

/** Returns the sender, whose e-mails are jobs of this process. */
export function createSender({ database, smtp, jobs, isForReader }: SenderDeps): Sender {
  let trouble: string | null = null
  jobs.handle(EMAIL_JOB, async ({ emailId }) => {
    const email = await database.inSystem((tx) => beginTry(tx, emailId))
    if (email === null) return
    if (isForReader !== undefined && !(await isForReader(email.id)))
      return await untilKept(() => database.inSystem((tx) => markFailed(tx, email.id, NOT_THEIRS)))
    const delivery = await smtp.send({ ...email, attachments: await attachedTo(database, email) })
    emails.increment(1, { kind: email.kind, result: delivery.result })
    trouble = delivery.result === 'AWAY' ? delivery.error : null
    if (delivery.result === 'SENT') {
      await untilKept(() => database.inSystem((tx) => markSent(tx, email.id)))
      return waiting.set(await database.inSystem(countWaiting))
    }
    const { error } = delivery
    const plan = planAfter(delivery, email, new Date())
    if (plan.action === 'RETRY') {
      await untilKept(() => database.inSystem((tx) => markRetry(tx, email.id, plan.at, error)))
      throw new RetryAt(plan.at, error)
    }
    await untilKept(() => database.inSystem((tx) => markFailed(tx, email.id, error)))
    throw new GiveUp(error)
  })
  return {
    state: () => (trouble === null ? { status: 'ready' } : { status: 'degraded', detail: `the mail server takes no e-mails: ${trouble}` }),
  }
}

/** Returns the files of the e-mail that are still there; its text has a link to each. */
async function attachedTo(database: Pick<Database, 'inTenant'>, { attachments }: WaitingEmail): Promise<readonly OutgoingFile[]> {
  const files: OutgoingFile[] = []
  for (const { companyId, fileId } of attachments) {
    const company = asId<CompanyId>(companyId)
    const file = await database.inTenant(company, (tenant) => findFile(tenant, fileId))
    if (file?.state !== 'READY') continue
    const bytes = () => Readable.from(readFile(database, company, file, { start: 0, end: file.size }))
    files.push({ name: file.name, contentType: file.contentType, bytes })
  }
  return files
}

/** What the mail server acknowledged must not be sent again: keeping that is tried until the database takes it. */
async function untilKept(keep: () => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + SEND_LIMIT_MS
  for (;;) {
    try {
      return await keep()
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, REMEMBER_EVERY_MS))
    }
  }
}

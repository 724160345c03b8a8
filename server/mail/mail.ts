import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { listWaiting, wipeOldEmails } from './delivery.store.ts'
import { enqueueEmail } from './email.store.ts'
import { EMAIL_JOB } from './emailJob.ts'
import { OUTBOX_PATH, registerOutboxRoutes } from './outboxRoutes.ts'
import { createSender } from './sender.ts'
import { createSmtp } from './smtp.ts'

/** Delivery of queued e-mails: by a mail server, or into the outbox. */
export type Mail = {
  /** Where e-mails are read that no mail server takes; null when there is one. */
  readonly outboxUrl: string | null
  state(): PartState
  /** Ends the connections, after the jobs. */
  close(): Promise<void>
}

export type MailDeps = {
  readonly app: FastifyInstance
  readonly config: Config
  readonly database: Database
  readonly jobs: Jobs
  readonly log: Logger
}

const REQUEUED_AT_ONCE = 1_000

/** Returns the mail part; without SMTP_URL it adds the pages of the outbox to the app. */
export async function startMail(deps: MailDeps): Promise<Mail> {
  const { config, database, jobs } = deps
  const { smtpUrl } = config
  jobs.every('MAIL_UPKEEP', { next: (now) => now + HOUR_MS, isAtStart: true }, async () => {
    await database.inSystem(wipeOldEmails)
    if (smtpUrl !== null) await requeue(database)
  })
  return smtpUrl === null ? await openOutbox(deps) : openSender(deps, smtpUrl)
}

/** An e-mail that waits has a job: those of a version before there were any get theirs, and none is lost with its job. */
async function requeue(database: Database): Promise<void> {
  await database.inSystem(async (tx) => {
    for (const email of await listWaiting(tx, REQUEUED_AT_ONCE)) await enqueueEmail(tx, email)
  })
}

function openSender({ config, database, jobs }: MailDeps, url: string): Mail {
  const smtp = createSmtp({ url, from: config.mailFrom, publicUrl: config.publicUrl })
  const sender = createSender({ database, smtp, jobs })
  return { outboxUrl: null, state: () => sender.state(), close: () => Promise.resolve(smtp.close()) }
}

async function openOutbox({ app, config, database, jobs, log }: MailDeps): Promise<Mail> {
  const key = await database.inSystem((tx) => keepSecret(tx, 'outbox_key', randomBytes(32).toString('base64url')))
  registerOutboxRoutes(app, { database, key })
  // They wait in the outbox; with a mail server, the upkeep of mail gives them jobs again.
  jobs.handle(EMAIL_JOB, () => Promise.resolve())
  const outboxUrl = `${config.publicUrl}${OUTBOX_PATH}?key=${key}`
  log.info({ outboxUrl }, 'no mail server is set: e-mails are read in the outbox')
  return { outboxUrl, state: () => ({ status: 'ready', detail: 'e-mails stay in the outbox' }), close: () => Promise.resolve() }
}

import type { FastifyInstance } from 'fastify'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { isExposed } from '#server/exposure.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { listWaiting, wipeOldEmails } from './delivery.store.ts'
import { enqueueEmail } from './email.store.ts'
import { EMAIL_JOB } from './emailJob.ts'
import { outboxLink, outboxSecret } from './outboxLink.ts'
import { registerOutboxRoutes } from './outboxRoutes.ts'
import { createSender } from './sender.ts'
import type { SenderDeps } from './sender.ts'
import { createSmtp } from './smtp.ts'
import { openUnsubscribing } from './unsubscribe.ts'
import type { Unsubscribing } from './unsubscribe.ts'

/** Delivery of queued e-mails: by a mail server, or into the outbox. */
export type Mail = {
  /** Where e-mails are read that no mail server takes, for a day; null when there is one, and on a server that others reach. */
  readonly outboxUrl: string | null
  /** Links by which readers end e-mails that come again and again. */
  readonly unsubscribing: Unsubscribing
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
  readonly isForReader?: SenderDeps['isForReader']
  readonly now?: () => number
}

type Delivery = Omit<Mail, 'unsubscribing'>

const REQUEUED_AT_ONCE = 1_000

/** Returns the mail part; without SMTP_URL it adds the pages of the outbox to the app. */
export async function startMail(deps: MailDeps): Promise<Mail> {
  const { config, database, jobs } = deps
  const { smtpUrl } = config
  jobs.every('MAIL_UPKEEP', { next: (now) => now + HOUR_MS, isAtStart: true }, async () => {
    await database.inSystem(wipeOldEmails)
    if (smtpUrl !== null) await requeue(database)
  })
  const unsubscribing = await openUnsubscribing(deps.app, { database, publicUrl: config.publicUrl })
  return { ...(smtpUrl === null ? await openOutbox(deps) : openSender(deps, smtpUrl)), unsubscribing }
}

/** An e-mail that waits has a job: those of a version before there were any get theirs, and none is lost with its job. */
async function requeue(database: Database): Promise<void> {
  await database.inSystem(async (tx) => {
    for (const email of await listWaiting(tx, REQUEUED_AT_ONCE)) await enqueueEmail(tx, email)
  })
}

function openSender({ config, database, jobs, isForReader }: MailDeps, url: string): Delivery {
  const smtp = createSmtp({ url, from: config.mailFrom, publicUrl: config.publicUrl })
  const sender = createSender({ database, smtp, jobs, ...(isForReader && { isForReader }) })
  return { outboxUrl: null, state: () => sender.state(), close: () => Promise.resolve(smtp.close()) }
}

async function openOutbox({ app, config, database, jobs, log, now = Date.now }: MailDeps): Promise<Delivery> {
  const secret = await outboxSecret(database)
  registerOutboxRoutes(app, { database, secret, now })
  // They wait in the outbox; with a mail server, the upkeep of mail gives them jobs again.
  jobs.handle(EMAIL_JOB, () => Promise.resolve())
  // A log is read by more people than may read e-mails, so on a server for others it names no key.
  const outboxUrl = isExposed(config) ? null : outboxLink(config.publicUrl, secret, now())
  if (outboxUrl === null) log.info('no mail server is set: e-mails are read in the outbox, whose address "node tools/outbox.ts" prints')
  else log.info({ outboxUrl }, 'no mail server is set: e-mails are read in the outbox, for a day at this address')
  return { outboxUrl, state: () => ({ status: 'ready', detail: 'e-mails stay in the outbox' }), close: () => Promise.resolve() }
}

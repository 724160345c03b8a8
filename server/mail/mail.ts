import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { wipeOldEmails } from './delivery.store.ts'
import { OUTBOX_PATH, registerOutboxRoutes } from './outboxRoutes.ts'
import { startSender } from './sender.ts'
import { createSmtp } from './smtp.ts'

/** What becomes of queued e-mails: a mail server takes them, or they stay in the outbox. */
export type Mail = {
  /** Where e-mails are read that no mail server takes; null when there is one. */
  readonly outboxUrl: string | null
  state(): PartState
  close(): Promise<void>
}

const HOUR_MS = 3_600_000

/** Returns the mail part at work; without SMTP_URL it adds the pages of the outbox to the app. */
export async function startMail(deps: {
  readonly app: FastifyInstance
  readonly config: Config
  readonly database: Database
  readonly log: Logger
}): Promise<Mail> {
  const { database, log } = deps
  const wipe = (): Promise<void> =>
    database.inSystem(wipeOldEmails).catch((error: unknown) => log.warn({ err: error }, 'old e-mails could not be wiped'))
  await wipe()
  const upkeep = setInterval(() => void wipe(), HOUR_MS).unref()
  const part = deps.config.smtpUrl === null ? await openOutbox(deps) : openSender(deps, deps.config.smtpUrl)
  return {
    ...part,
    close: async () => {
      clearInterval(upkeep)
      await part.close()
    },
  }
}

function openSender({ config, database, log }: { config: Config; database: Database; log: Logger }, url: string): Mail {
  const smtp = createSmtp({ url, from: config.mailFrom, publicUrl: config.publicUrl })
  const sender = startSender({ database, smtp, log })
  return { outboxUrl: null, state: () => sender.state(), close: () => sender.close() }
}

async function openOutbox(deps: { app: FastifyInstance; config: Config; database: Database; log: Logger }): Promise<Mail> {
  const { app, config, database, log } = deps
  const key = await database.inSystem((tx) => keepSecret(tx, 'outbox_key', randomBytes(32).toString('base64url')))
  registerOutboxRoutes(app, { database, key })
  const outboxUrl = `${config.publicUrl}${OUTBOX_PATH}?key=${key}`
  log.info({ outboxUrl }, 'no mail server is set: e-mails are read in the outbox')
  return { outboxUrl, state: () => ({ status: 'ready', detail: 'e-mails stay in the outbox' }), close: () => Promise.resolve() }
}

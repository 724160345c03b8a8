import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { metrics } from '#server/http/metrics.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { claimEmails, countWaiting, markFailed, markRetry, markSent } from './delivery.store.ts'
import type { WaitingEmail } from './delivery.store.ts'
import { planAfter } from './deliveryPlan.ts'
import type { Delivery } from './deliveryPlan.ts'
import { EMAIL_CHANNEL } from './email.store.ts'
import { SEND_LIMIT_MS, SMTP_CONNECTIONS } from './smtp.ts'
import type { Smtp } from './smtp.ts'

/** Sends the e-mails that wait, and those that are queued from now on. */
export type Sender = {
  /** Ready, or degraded while the mail server takes no e-mails. */
  state(): PartState
  /** Ends after the e-mails that are being handed over. */
  close(): Promise<void>
}

export type SenderDeps = { readonly database: Database; readonly smtp: Smtp; readonly log: Logger }

/** E-mails are looked for this often besides when one is queued: for those whose next try has come. */
const LOOK_EVERY_MS = 15_000
/** An e-mail stays with its sender longer than handing it over can take. */
const LEASE_MS = 2 * SEND_LIMIT_MS
const RECONNECT_AFTER_MS = 5_000
const REMEMBER_EVERY_MS = 1_000

const emails = metrics.counter('trueline_emails_total', 'E-mails handed to the mail server, by kind and result.')
const waiting = metrics.gauge('trueline_emails_waiting', 'E-mails that wait to be sent.')

/** Returns a sender at work. It hears of queued e-mails by the database, so those of other processes count, too. */
export function startSender(deps: SenderDeps): Sender {
  const { database, log } = deps
  const ending = new AbortController()
  let wake: () => void = () => undefined
  let isWoken = false
  let trouble: string | null = null
  const rouse = (): void => {
    isWoken = true
    wake()
  }
  const listening = listen(database, ending.signal, rouse)
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isWoken || ending.signal.aborted ? 0 : LOOK_EVERY_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      isWoken = false
      try {
        const results = await sendWaiting(deps, ending.signal)
        trouble = results.find((delivery) => delivery.result === 'AWAY')?.error ?? (results.length > 0 ? null : trouble)
      } catch (error) {
        log.warn({ err: error }, 'waiting e-mails could not be read')
      }
      await rest()
    }
  }
  const working = work()
  return {
    state: () => (trouble === null ? { status: 'ready' } : { status: 'degraded', detail: `the mail server takes no e-mails: ${trouble}` }),
    close: async () => {
      ending.abort()
      rouse()
      await Promise.all([working, listening])
      deps.smtp.close()
    },
  }
}

/** Returns what became of every e-mail whose time had come. */
async function sendWaiting(deps: SenderDeps, signal: AbortSignal): Promise<readonly Delivery[]> {
  const results: Delivery[] = []
  while (!signal.aborted) {
    const claimed = await deps.database.inSystem((tx) => claimEmails(tx, { limit: SMTP_CONNECTIONS, leaseMs: LEASE_MS }))
    if (claimed.length === 0) break
    results.push(...(await Promise.all(claimed.map((email) => sendOne(deps, email)))))
  }
  waiting.set(await deps.database.inSystem(countWaiting))
  return results
}

async function sendOne({ database, smtp, log }: SenderDeps, email: WaitingEmail): Promise<Delivery> {
  const delivery = await smtp.send(email)
  emails.increment(1, { kind: email.kind, result: delivery.result })
  if (delivery.result === 'SENT') {
    await untilKept(() => database.inSystem((tx) => markSent(tx, email.id)))
    return delivery
  }
  const plan = planAfter(delivery, email, new Date())
  log.warn({ email: email.id, kind: email.kind, error: delivery.error, tries: email.tries, ...plan }, 'an e-mail was not sent')
  await untilKept(() =>
    database.inSystem((tx) =>
      plan.action === 'RETRY' ? markRetry(tx, email.id, plan.at, delivery.error) : markFailed(tx, email.id, delivery.error),
    ),
  )
  return delivery
}

/** What the mail server acknowledged must not be sent again: as long as the e-mail is ours, keeping that is tried until the database takes it. */
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

/** Hears of queued e-mails on a connection of its own, which is made anew whenever it is lost; resolves when it has ended. */
async function listen(database: Database, signal: AbortSignal, onEmail: () => void): Promise<void> {
  while (!signal.aborted) {
    let client: pg.Client | null = null
    try {
      client = await database.connect()
      client.on('notification', onEmail)
      const lost = connectionEnd(client, signal)
      await client.query(`listen ${EMAIL_CHANNEL}`)
      // What was queued before we listened.
      onEmail()
      await lost
    } catch {
      // The database is away; the loop asks by the clock as well, and says so when it cannot.
    }
    await client?.end().catch(() => undefined)
    await pause(RECONNECT_AFTER_MS, signal)
  }
}

function connectionEnd(client: pg.Client, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    client.once('end', () => resolve())
    client.once('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

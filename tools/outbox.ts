/** Prints the address of the outbox, where e-mails are read that no mail server takes. */
import { loadConfig } from '#server/config.ts'
import { outboxLink, outboxSecret } from '#server/mail/outboxLink.ts'
import { StartRefusal } from '#server/refusal.ts'
import { onRunningDatabase } from './runningDatabase.ts'

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

async function main(): Promise<number> {
  const config = loadConfig()
  if (config.smtpUrl !== null) throw new StartRefusal('SMTP_URL is set: e-mails are sent, and there is no outbox.')
  const secret = await onRunningDatabase(config, outboxSecret)
  console.log(`${outboxLink(config.publicUrl, secret, Date.now())}\nWho has this address reads every e-mail, for a day.`)
  return 0
}

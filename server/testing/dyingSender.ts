/**
 * A process that sends the waiting e-mails of `DATABASE_URL` by the mail server at `SMTP_URL`, and is killed when that has taken the first one, before anything of
 * it is kept.
 */
import { openDatabase } from '#server/db/database.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { createSender } from '#server/mail/sender.ts'
import { createSmtp } from '#server/mail/smtp.ts'
import type { Smtp } from '#server/mail/smtp.ts'

const { DATABASE_URL = '', SMTP_URL = '' } = process.env
const database = await openDatabase({ url: DATABASE_URL, poolSize: 3 })
const jobs = createJobs({ database, log: createLog('silent') })
const smtp = createSmtp({ url: SMTP_URL, from: null, publicUrl: 'https://oee.example' })
const dying: Smtp = {
  ...smtp,
  send: async (email) => {
    const delivery = await smtp.send(email)
    if (delivery.result === 'SENT') process.kill(process.pid, 'SIGKILL')
    return delivery
  },
}
createSender({ database, smtp: dying, jobs })
await jobs.start()

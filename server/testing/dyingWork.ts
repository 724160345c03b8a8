/**
 * A process that does a piece of background work on `DATABASE_URL` as of `NOW`, and is killed in it: `DIES` = "statement 7" before that statement is sent,
 * "ask /end" before a request to an address with that end leaves, "answered /end" once it was answered. Ends by itself where the work is done before.
 */
import pg from 'pg'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { lookAtChecklists } from '#server/checklist/lookAtChecklists.service.ts'
import { openDatabase } from '#server/db/database.ts'
import { workOnce } from '#server/integration/integrationJob.service.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { createSender } from '#server/mail/sender.ts'
import { createSmtp } from '#server/mail/smtp.ts'
import { emailNotifications } from '#server/notification/delivery.service.ts'
import { keepNotifications } from '#server/notification/keepNotifications.ts'
import { sendPushes } from '#server/notification/push/sendPushes.service.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { INGEST_ELSEWHERE } from '#server/recalculation/ingestPort.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { keepTasks } from '#server/task/keepTasks.ts'
import { sendWebhooks } from '#server/webhook/sendWebhooks.service.ts'
import type { DyingWork } from './dieAtWork.ts'
import { EMAIL_LINKS } from './emailLinks.ts'
import { TEST_VAULT } from './testDatabase.ts'

const PUBLIC_URL = 'https://plant.example'

const { DATABASE_URL = '', DIES = '', WORK = '', COMPANY_ID = '', ABOUT = '', NOW } = process.env
const [dies = '', place = ''] = DIES.split(' ')
const companyId = asId<CompanyId>(COMPANY_ID)
const log = createLog('silent')
const now = () => Number(NOW)
const database = { ...(await openDatabase({ url: DATABASE_URL, poolSize: 5 })), vault: TEST_VAULT }

const die = (): void => void process.kill(process.pid, 'SIGKILL')

const asked = createGuardedFetch({ allowsPrivate: true })
const outbound: GuardedFetch = async (request) => {
  const isHere = request.url.endsWith(place)
  if (dies === 'ask' && isHere) die()
  const answer = await asked(request)
  if (dies === 'answered' && isHere) die()
  return answer
}

const everyMs = HOUR_MS
const readSamples = createSampleReader(database, { unsealed: INGEST_ELSEWHERE.unsealed })
const WORKS: Readonly<Record<DyingWork, () => Promise<void>>> = {
  NOTIFICATIONS: async () => {
    await (await keepNotifications({ database, log, readSamples, now, everyMs })).run()
  },
  TASKS: async () => {
    await (await keepTasks({ database, log, now, everyMs })).run()
  },
  CHECKLISTS: () => lookAtChecklists({ database, ingest: INGEST_ELSEWHERE }, companyId, now()),
  PUSHES: () =>
    sendPushes(
      { database, publicUrl: PUBLIC_URL, pushHosts: [], outbound: { open: outbound, named: outbound }, readSamples, log, now },
      { companyId, userId: asId<UserId>(ABOUT) },
    ),
  LETTERS: () =>
    database.inSystem((tx) =>
      emailNotifications({ companyId, tx }, asId<UserId>(ABOUT), { publicUrl: PUBLIC_URL, emailLinks: EMAIL_LINKS, now }),
    ),
  WEBHOOKS: () => sendWebhooks({ database, publicUrl: PUBLIC_URL, outbound, now }, { companyId, webhookId: ABOUT }),
  EMAILS: async () => {
    const smtp = createSmtp({ url: ABOUT, from: null, publicUrl: PUBLIC_URL })
    const dying: typeof smtp = {
      ...smtp,
      send: async (email) => {
        if (dies === 'ask') die()
        const delivery = await smtp.send(email)
        if (dies === 'answered') die()
        return delivery
      },
    }
    const jobs = createJobs({ database, log })
    createSender({ database, smtp: dying, jobs })
    await jobs.start()
    // The job of the e-mail comes by itself.
    await new Promise<never>(() => undefined)
  },
  INTEGRATION: () =>
    workOnce(
      {
        database,
        now,
        ingest: { reload: async () => undefined, settle: async () => undefined },
        shiftTimes: readShiftTimes,
        outbound,
        log,
        runImport: (task, onProgress) => performImportTask({ database, shiftTimes: readShiftTimes }, task, onProgress),
      },
      companyId,
      ABOUT,
    ),
}

if (dies === 'statement') {
  const last = Number(place)
  const prototype: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const query = prototype.query
  let sent = 0
  prototype.query = function (this: unknown, ...args: unknown[]): unknown {
    if (++sent === last) die()
    return query.apply(this, args)
  }
}
await WORKS[WORK as DyingWork]()
process.exit(0)

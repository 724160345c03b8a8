import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { makeJobsDue, silenceWorkers, untilSo } from '#server/jobs/testing.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { createSender } from '#server/mail/sender.ts'
import { createSmtp } from '#server/mail/smtp.ts'
import { startMailServer } from '#server/mail/testing.ts'
import type { MailServer } from '#server/mail/testing.ts'
import { addLoss, addPress, addShift } from '#server/shift/testing.ts'
import { makeReports } from '../reportJob.service.ts'
import { NO_MAILING, storedSamples } from '../testing.ts'
import { planDueReports } from './dueReports.service.ts'
import { planReports } from './planReport.service.ts'

const DUE = Date.parse('2026-05-05T04:00:00Z')

describe('a report whose sender is killed when the mail server has taken it', () => {
  let api: TestApi
  let thread: WorkerThread
  let mailServer: MailServer
  let making: Jobs
  let now = Date.parse('2026-05-05T03:00:00Z')
  const log = createLog('silent')

  before(async () => {
    api = await startTestApi({ now: () => now })
    thread = createWorkerThread({ url: api.databaseUrl, log })
    mailServer = await startMailServer()
    making = createJobs({ database: api.database, log })
    const { database } = api
    const deps = { database, thread, ingest: { settle: () => Promise.resolve() }, mailing: NO_MAILING, samples: storedSamples(database) }
    makeReports(making, { ...deps, now: () => now })
    planReports(making, { database, now: () => now })
    await making.start()
    const press = await addPress(api, 'Press 1')
    await addShift(api, press)
    await addLoss(api, press, [10, 72.5])
  })
  after(async () => {
    await making.close()
    await mailServer.close()
    await thread.close()
    await api.close()
  })

  const emails = async () =>
    (
      await api.database.pool.query<{ id: string; sent: boolean; tries: number }>(
        'select id, sent_on is not null as sent, tries from email',
      )
    ).rows
  const smtpUrl = () => `smtp://127.0.0.1:${mailServer.port}`
  const messageIds = () => mailServer.taken.map(({ message }) => /^Message-ID: (.*)\r$/m.exec(message)?.[1])

  it('is sent once more by the next process, under the same Message-ID, and never again', async () => {
    const { database, databaseUrl } = api
    const input = `reportTypeId: 2, hours: 7, minutes: 0, workCenterId: 0, userIds: ["${api.users.ADMIN}"]`
    const { errors } = await api.ask(`mutation { addReportSubscriber(input: { ${input} }) { id } }`)
    assert.deepEqual(errors, [])
    now = DUE
    await planDueReports({ database, now })
    const [waiting] = await untilSo(emails, ({ length }) => length > 0)
    assert.deepEqual([waiting?.sent, waiting?.tries], [false, 0])

    const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/dyingSender.ts')], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl() },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
    assert.equal(mailServer.taken.length, 1)
    assert.deepEqual(
      (await emails()).map(({ id, sent }) => [id, sent]),
      [[waiting?.id, false]],
    )

    const sending = createJobs({ database, log })
    const smtp = createSmtp({ url: smtpUrl(), from: null, publicUrl: 'https://oee.example' })
    createSender({ database, smtp, jobs: sending })
    await sending.start()
    try {
      const goOn = async () => {
        await silenceWorkers(database)
        await sending.supervise()
        await makeJobsDue(database)
        await database.pool.query(`notify trueline_job, 'EMAIL'`)
      }
      await goOn()
      await untilSo(emails, ([email]) => email?.sent === true)
      // Whatever is tried again now, nothing of it is left.
      await goOn()
      await planDueReports({ database, now })
      const { rows } = await database.pool.query<{ state: string }>(`select state from pgboss.job where name = 'EMAIL'`)
      assert.deepEqual(
        rows.map(({ state }) => state),
        ['completed'],
      )
    } finally {
      await sending.close()
      smtp.close()
    }
    const [first, again, ...others] = mailServer.taken
    assert.deepEqual([others.length, messageIds().length, new Set(messageIds()).size], [0, 2, 1])
    assert.deepEqual([first?.to, again?.to], [['admin@test.example'], ['admin@test.example']])
    assert.ok(first?.message.includes('application/pdf') && again?.message.includes('application/pdf'))
    const { rows: handed } = await database.pool.query<{ state: string }>('select state from report_delivery')
    assert.deepEqual(handed, [{ state: 'MAILED' }])
    assert.equal((await emails()).length, 1)
  })
})

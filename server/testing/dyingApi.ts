/**
 * A process with an API of its own on `DATABASE_URL` that is killed in the middle of the first request in whose transaction the SQL `OVER` is true: `DIES` =
 * "before" its commit, or "after" it and before the answer; "applying": once an import has written orders and not committed them; "never": it is a second
 * server. Whoever asks is `USER_ID` of `COMPANY_ID`; it is always `NOW`. It says its port.
 */
import { sql } from 'kysely'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { stopOrdersOfPlace } from '#server/jobOrder/placeEnd.service.ts'
import { latenessReader } from '#server/forecast/lateOrders.service.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { evaluateTasks } from '#server/task/keepTasks.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { registerApi } from '#server/api.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { createTopics } from '#server/event/topics.ts'
import { createApp } from '#server/http/app.ts'
import { type PartCheck, readHealth } from '#server/http/health.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { INGEST_ELSEWHERE } from '#server/recalculation/ingestPort.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'

const { DATABASE_URL = '', DIES, OVER = 'false', USER_ID = '', COMPANY_ID = '', NOW } = process.env
const principal = { userId: asId<UserId>(USER_ID), companyId: asId<CompanyId>(COMPANY_ID) }
const log = createLog('silent')
const opened = await openDatabase({ url: DATABASE_URL, poolSize: 3 })
const database: Database = {
  ...opened,
  inTenant: async (companyId, act) => {
    let isOver = false
    const answer = await opened.inTenant(companyId, async (tenant) => {
      const done = await act(tenant)
      isOver = (await sql<{ is: boolean }>`select ${sql.raw(OVER)} as is`.execute(tenant.tx)).rows[0]?.is === true
      if (isOver && DIES === 'before') process.kill(process.pid, 'SIGKILL')
      return done
    })
    if (isOver && DIES === 'after') process.kill(process.pid, 'SIGKILL')
    return answer
  },
}
const versions = { product: 'test', postgres: '', schema: '' }
const parts: ReadonlyMap<string, PartCheck> = new Map()
const app = await createApp({ config: loadConfig({}), log, versions, parts })
await registerApi(
  app,
  {
    database,
    emailLinks: { linkOf: () => 'https://factory.example' },
    health: () => readHealth(versions, parts),
    live: createLiveBus(),
    log,
    topics: createTopics(),
    config: { publicUrl: 'https://factory.example', pushHosts: [], registration: true, supportEmail: null, webhookPrivate: false },
    now: () => Number(NOW),
    readSamples: createSampleReader(database, { unsealed: INGEST_ELSEWHERE.unsealed }),
    ingest: INGEST_ELSEWHERE,
    shiftTimes: readShiftTimes,
    orderLateness: latenessReader(database),
    shiftTargets: targetsOfShifts,
    evaluateTasks,
    stopOrders: stopOrdersOfPlace,
    outbound: createGuardedFetch({ allowsPrivate: true }),
    assistantModel: null,
    demoErp: null,
    runImport: (task, onProgress) =>
      performImportTask({ database, shiftTimes: readShiftTimes }, task, (done) => {
        if (DIES === 'applying' && task.name === 'APPLY' && done > 0) process.kill(process.pid, 'SIGKILL')
        onProgress(done)
      }),
  },
  { verifyAccessToken: () => Promise.resolve(principal) },
)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(typeof address === 'object' && address !== null ? String(address.port) : '')

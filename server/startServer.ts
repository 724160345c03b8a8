/** The composition root: reads the settings, starts the parts in order and ends them in the opposite one. */
import { confirmRegularly } from '#server/output/autoConfirm.service.ts'
import { resetCountersRegularly } from '#server/output/counterReset.service.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportCompanies } from '#server/companyExport/companyExport.service.ts'
import { registerChecklistFiles } from '#server/checklist/checklistFileRoutes.ts'
import { keepChecklists } from '#server/checklist/keepChecklists.ts'
import { lookAtChecklistsRegularly } from '#server/checklist/lookAtChecklists.service.ts'
import { printRuns } from '#server/report/checklistRun/printRun.service.ts'
import { exportAuditLogs } from '#server/company/auditExport.service.ts'
import { createAddressCountry } from '#server/company/addressCountry.ts'
import { registerCountries } from '#server/company/countryRoutes.ts'
import type { Config } from '#server/config.ts'
import { openRecordsFeed } from '#server/event/recordsFeed.ts'
import { createTopics } from '#server/event/topics.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { hasRoomToWrite, NO_ROOM, saysNoRoom } from '#server/db/diskRoom.ts'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import type { EmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { knownMigrations, migrate } from '#server/db/migrate.ts'
import { createDemoErp } from '#server/demo/erp/demoErp.ts'
import { startDemo } from '#server/demo/demo.ts'
import { endCalibrations } from '#server/energy/calibration.service.ts'
import { registerAttachments } from '#server/conversation/attachmentRoutes.ts'
import { registerFiles } from '#server/file/fileRoutes.ts'
import { keepFiles } from '#server/file/fileUpkeep.ts'
import { choosePort } from '#server/freePort.ts'
import { exposureWarnings } from '#server/exposure.ts'
import { createCallerFinder } from '#server/access/caller.ts'
import type { ApiDeps } from '#server/apiDeps.ts'
import { INGEST_ELSEWHERE, SETTLE_WAIT_MS } from '#server/recalculation/ingestPort.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { answerSettles, openSettleElsewhere } from '#server/recalculation/settleElsewhere.ts'
import { registerApi } from '#server/api.ts'
import { createApp } from '#server/http/app.ts'
import { type PartCheck, readHealth, type Versions } from '#server/http/health.ts'
import { checkPort, reachableHost } from '#server/http/portCheck.ts'
import { registerWebFiles } from '#server/http/webFiles.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { findSealed } from '#server/identity/serverSecret.store.ts'
import { startIngest } from '#server/ingest/ingest.ts'
import type { Ingest } from '#server/ingest/ingest.ts'
import { trimRegularly } from '#server/ingest/log/retention.ts'
import { createJobs, keepJobs } from '#server/jobs/jobs.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import { registerInvoices } from '#server/support/invoiceRoutes.ts'
import { registerSupportFiles } from '#server/support/supportFileRoutes.ts'
import { webhookState } from '#server/webhook/webhookState.ts'
import { sendWebhooksByJobs } from '#server/webhook/sendWebhooks.service.ts'
import { watchPrepaid } from '#server/company/prepaid.service.ts'
import { workIntegrations } from '#server/integration/integrationJob.service.ts'
import { assistantState } from '#server/assistant/model/assistantState.ts'
import { createExternalModel } from '#server/assistant/model/externalModel.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import type { Logger } from '#server/log.ts'
import { startMail } from '#server/mail/mail.ts'
import { keepCoursesRegularly } from '#server/forecast/keepCourses.service.ts'
import { keepLossSumsRegularly } from '#server/analytics/lossFacts.service.ts'
import { measureChangeoversRegularly } from '#server/forecast/measureChangeovers.service.ts'
import { sendNotifications } from '#server/notification/delivery.service.ts'
import { endDigestMails, sendDigestsRegularly } from '#server/notification/digest.service.ts'
import { createTrustedClock } from '#server/event/trustedClock.ts'
import { keepNotifications } from '#server/notification/keepNotifications.ts'
import { lookAtOrdersRegularly } from '#server/notification/orderReach.service.ts'
import { pushDeps } from '#server/notification/push/device.service.ts'
import { registerPushAnswers } from '#server/notification/push/pushAnswerRoutes.ts'
import { endNotificationMails } from '#server/notification/mailingList.service.ts'
import { addLeftSnoozeJobs, remindOfSnoozed } from '#server/notification/snooze.service.ts'
import { pushState } from '#server/notification/push/pushState.ts'
import { sendPushesByJobs } from '#server/notification/push/sendPushes.service.ts'
import { tidyNotificationsRegularly } from '#server/notification/notificationUpkeep.ts'
import { keepSumsRegularly } from '#server/oee/recordSums.service.ts'
import type { PartState } from '#server/partState.ts'
import { registerPhotos } from '#server/photo/photoRoutes.ts'
import { registerPublicPages } from '#server/publicPage/publicPageRoutes.ts'
import type { Running } from '#server/processLife.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { registerSupervisor } from '#server/realtime/socket.ts'
import { createImportThread } from '#server/jobOrder/import/importThread.ts'
import { stopOrdersOfPlace } from '#server/jobOrder/placeEnd.service.ts'
import { latenessReader } from '#server/forecast/lateOrders.service.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { reportFileCheck } from '#server/report/reportFile.service.ts'
import { reportMailCheck } from './report/readsNow.ts'
import { makeReports } from '#server/report/reportJob.service.ts'
import { planReportsRegularly } from '#server/report/subscription/dueReports.service.ts'
import { letAddressesDecide } from '#server/report/subscription/address.service.ts'
import { endReportMails } from '#server/report/subscription/mailingList.service.ts'
import { planReports } from '#server/report/subscription/planReport.service.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { StartRefusal } from '#server/refusal.ts'
import { evaluateTasks, keepTasks } from '#server/task/keepTasks.ts'
import { openVault } from '#server/vault.ts'

export type StartOptions = {
  readonly config: Config
  readonly log: Logger
  /** Called with progress messages for a waiting person. */
  readonly say?: (text: string) => void
  /** Aborted when the start shall end before it is done; then it throws the signal's reason. */
  readonly stopping?: AbortSignal
  /** The embedded database that begins already, while the code of the rest is loaded. */
  readonly postgres?: Promise<EmbeddedPostgres>
}

/** A running server; `config` has the ports that were chosen where the settings left them open. */
export type RunningServer = Running & {
  readonly config: Config
  /** Where e-mails are read that no mail server takes; null with a mail server, without people, and where others reach the server. */
  readonly outboxUrl: string | null
}

const ROOT = join(import.meta.dirname, '..')
const WEB_DIRECTORY = join(ROOT, 'dist', 'web')
const PING_LIMIT_MS = 1_000
const REPORT_WAIT_MS = 8_000

/** What ends a part; the last one started ends first. */
type Endings = (() => Promise<void>)[]

/** Returns the server with all its parts up and the HTTP port open; refuses wrong surroundings (a taken port, a data directory in use) with a sentence. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const config = await withPorts(options.config)
  const endings: Endings = []
  const close = async (): Promise<void> => {
    for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end()
  }
  try {
    const { outboxUrl } = await startParts({ ...options, config }, endings)
    for (const { setting, text } of exposureWarnings(config, { isRoot: process.getuid?.() === 0 })) options.log.warn({ setting }, text)
    return { config, outboxUrl, close }
  } catch (error) {
    await close()
    throw readable(error, config)
  }
}

/** The report of each part, and the end functions; the last part started ends first. */
type Started = { readonly parts: Map<string, PartCheck>; readonly endings: Endings }

async function startParts(
  { config, log, say = () => undefined, stopping, postgres }: StartOptions,
  endings: Endings,
): Promise<Pick<RunningServer, 'outboxUrl'>> {
  const started: Started = { parts: new Map<string, PartCheck>(), endings }
  const { database, url } = await startDatabase({ config, log, say, ...(stopping && { stopping }), ...(postgres && { postgres }) }, started)
  const bus = createLiveBus()
  const topics = createTopics()
  const versions = { product: readVersion(), ...(await databaseVersions(database)) }
  const app = await createApp({ config, log, versions, parts: started.parts })
  endings.push(() => app.close())
  const ingest = config.role === 'api' ? null : await startIngest({ config, database, live: bus, log })
  if (ingest !== null) {
    endings.push(() => ingest.close())
    started.parts.set('ingest', () => ingest.state())
    started.parts.set('mqtt', () => checkPort(reachableHost(config.host), ingest.mqttPort))
    const { mqttTls } = ingest
    if (mqttTls !== null) started.parts.set('mqttTls', () => tlsState(mqttTls, config.mqttTls?.host ?? config.host))
    await ingest.register(app)
    const answers = await answerSettles({ database, log }, ingest)
    endings.push(() => answers.close())
    stopping?.throwIfAborted()
  }
  const demoErp = config.demo && config.role === 'all' ? createDemoErp({ database }) : null
  const jobs = createJobs({ database, log })
  keepJobs(jobs, { database, log })
  if (ingest !== null) {
    trimRegularly(jobs, { database, log, sampleMonths: config.sampleRetentionMonths })
    endCalibrations(jobs, {
      database,
      log,
      now: Date.now,
      readSamples: createSampleReader(database, { unsealed: ingest.unsealed }),
      ingest,
      owns: ingest.owns,
    })
  }
  const mail =
    config.role === 'ingest' ? null : await startMail({ app, config, database, jobs, log, isForReader: reportMailCheck(database) })
  if (mail !== null) {
    endings.push(() => mail.close())
    started.parts.set('mail', () => mail.state())
  }
  // Who answers people writes to them.
  if (mail !== null) {
    keepSumsRegularly(jobs, database)
    keepLossSumsRegularly(jobs, database)
    keepCoursesRegularly(jobs, database)
    measureChangeoversRegularly(jobs, {
      database,
      readSamples: createSampleReader(database, ingest === null ? {} : { unsealed: ingest.unsealed }),
      shiftTimes: readShiftTimes,
      log,
    })
    keepFiles(jobs, { database, log })
    const thread = createWorkerThread({ url, log })
    endings.push(() => thread.close())
    exportAuditLogs(jobs, { database, thread })
    printRuns(jobs, { database, thread })
    // Hours of work, beside which reports go on.
    const archives = createWorkerThread({ url, log })
    endings.push(() => archives.close())
    exportCompanies(jobs, { database, thread: archives })
    const imports = createImportThread({ url, log })
    endings.push(() => imports.close())
    const identity = await createIdentity({ config, database, jobs, log, topics })
    endings.push(() => identity.close())
    started.parts.set('identity', () => identity.state())
    await identity.register(app)
    stopping?.throwIfAborted()
    const port = await ingestOfApi(ingest, { database, log, endings })
    const { unsubscribing } = mail
    const samples = {
      readSamples: createSampleReader(database, ingest === null ? { settle: port.settle } : { unsealed: ingest.unsealed }),
      unsealed: port.unsealed,
    }
    makeReports(jobs, {
      database,
      thread,
      ingest: settleForThread(ingest, port),
      mailing: { publicUrl: config.publicUrl, unsubscribing },
      samples,
    })
    endReportMails(unsubscribing, database)
    letAddressesDecide(unsubscribing, database)
    endNotificationMails(unsubscribing, database)
    endDigestMails(unsubscribing, database)
    sendDigestsRegularly(jobs, { database, publicUrl: config.publicUrl, emailLinks: unsubscribing, log })
    planReports(jobs, { database })
    planReportsRegularly(jobs, { database })
    const api: ApiDeps = {
      database,
      emailLinks: unsubscribing,
      live: bus,
      log,
      topics,
      config,
      now: Date.now,
      health: () => readHealth(versions, started.parts),
      readSamples: createSampleReader(database, {
        onDamaged: (chunk) => log.error(chunk, 'a stored hour of samples is damaged'),
        ...(ingest === null ? { settle: port.settle } : { unsealed: ingest.unsealed }),
      }),
      ingest: port,
      shiftTimes: readShiftTimes,
      orderLateness: latenessReader(database),
      shiftTargets: targetsOfShifts,
      evaluateTasks,
      stopOrders: stopOrdersOfPlace,
      runImport: imports.run,
      outbound: createGuardedFetch({ allowsPrivate: config.webhookPrivate }),
      demoErp: demoErp?.outbound ?? null,
      assistantModel: config.assistantModel === null ? null : createExternalModel({ settings: config.assistantModel, log }),
      reportWaitMs: REPORT_WAIT_MS,
    }
    confirmRegularly(jobs, api)
    resetCountersRegularly(jobs, api)
    const clock = createTrustedClock({ database, log })
    lookAtChecklistsRegularly(jobs, api, clock)
    tidyNotificationsRegularly(jobs, { database })
    sendPushesByJobs(jobs, pushDeps(api))
    started.parts.set('assistant', () => assistantState(api.assistantModel))
    started.parts.set('push', () => pushState(database, Date.now()))
    started.parts.set('webhooks', () => webhookState(database, Date.now()))
    sendWebhooksByJobs(jobs, { database, publicUrl: config.publicUrl, outbound: api.outbound })
    sendNotifications(jobs, { database, publicUrl: config.publicUrl, emailLinks: unsubscribing, readSamples: api.readSamples, log })
    remindOfSnoozed(jobs, { database })
    // The start does not wait for it; what fails is found by the next one.
    const snoozed = addLeftSnoozeJobs({ database }).catch((err: unknown) =>
      log.error({ err }, 'snoozed notifications were not looked through'),
    )
    endings.push(() => snoozed)
    const notifications = await keepNotifications({ database, log, readSamples: api.readSamples, clock })
    endings.push(() => notifications.close())
    const tasks = await keepTasks({ database, log, clock })
    endings.push(() => tasks.close())
    const checklists = await keepChecklists({ database, log, clock })
    endings.push(() => checklists.close())
    lookAtOrdersRegularly(jobs, { database, clock })
    workIntegrations(jobs, api)
    watchPrepaid(jobs, { database, publicUrl: config.publicUrl, now: api.now })
    await registerApi(app, api, identity)
    const { verifyAccessToken } = identity
    const findCaller = createCallerFinder({ database, verifyAccessToken, topics, now: Date.now })
    registerPhotos(app, { database, findCaller })
    registerFiles(app, { database, findCaller, mayReadReport: reportFileCheck(database) })
    registerAttachments(app, { database, findCaller })
    registerChecklistFiles(app, { database, findCaller })
    registerSupportFiles(app, { database, findCaller })
    registerInvoices(app, { database, findCaller })
    registerPushAnswers(app, api)
    await registerPublicPages(app, { database, live: bus, ingest: port, topics, log })
    registerCountries(app, { addressCountry: createAddressCountry({ geolocationUrl: config.geolocationUrl, log }) })
    const records = await openRecordsFeed({ database, log })
    endings.push(() => records.close())
    const hub = await registerSupervisor(app, { identity, database, live: bus, log, topics, records, publicUrl: config.publicUrl })
    started.parts.set('hub', () => hub.state())
    await registerWebFiles(app, WEB_DIRECTORY, config)
  }
  if (config.demo && ingest !== null && config.role === 'all') {
    say('Starting the demo factory …')
    const demo = await startDemo({
      config,
      database,
      jobs,
      log,
      live: bus,
      ingest,
      onReset: () => demoErp?.reset(),
      onSetupChanged: (companyId, workCenterId) => void ingest.reload({ companyId, workCenterId }),
      reload: (companyId, workCenterId) => ingest.reload({ companyId, workCenterId }, { wait: true }),
    })
    endings.push(() => demo.close())
    started.parts.set('demo', () => demo.state())
  }
  await jobs.start()
  // They use all the other parts, so they end before them.
  endings.push(() => jobs.close())
  started.parts.set('jobs', () => jobs.state())
  stopping?.throwIfAborted()
  // Last, so that whoever finds the port open finds everything behind it: a health check, a first sign-in.
  await app.listen({ host: config.host, port: config.port })
  return { outboxUrl: mail?.outboxUrl ?? null }
}

/** Ingest as the API sees it: that of this process, if it has one, and those that own the other partitions. */
async function ingestOfApi(
  ingest: Ingest | null,
  given: { readonly database: Database; readonly log: Logger; readonly endings: Endings },
): Promise<IngestPort> {
  const elsewhere = await openSettleElsewhere(given)
  given.endings.push(() => elsewhere.close())
  if (ingest === null) return { ...INGEST_ELSEWHERE, settle: elsewhere.settle }
  const settle: IngestPort['settle'] = async (...asked) => {
    await Promise.all([ingest.settle(...asked), ingest.ownsAll() ? null : elsewhere.settle(...asked)])
  }
  return { ...ingest, settle }
}

/** For a reader in another thread, which sees of states and samples what the database has: that of this process is written first, within a second. */
function settleForThread(ingest: Ingest | null, port: IngestPort): Pick<IngestPort, 'settle'> {
  if (ingest === null) return port
  return {
    settle: async (...asked) => {
      const settled = Promise.all([ingest.settleFor(...asked), port.settle(...asked)])
      await Promise.race([settled, sleep(SETTLE_WAIT_MS, undefined, { ref: false })])
    },
  }
}

async function startDatabase(
  { config, log, say, stopping, postgres }: StartOptions & Required<Pick<StartOptions, 'say'>>,
  { parts, endings }: Started,
): Promise<{ readonly database: Database; readonly url: string }> {
  say(config.databaseUrl === null ? `Starting the database in ${config.dataDir} …` : 'Connecting to the database …')
  const begin = () => startEmbeddedPostgres({ dataDir: config.dataDir, log, ...(stopping && { stopping }) })
  const embedded = config.databaseUrl === null ? await (postgres ?? begin()) : null
  if (embedded !== null) endings.push(() => embedded.close())
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const applied = await migrate(url, log)
  if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  stopping?.throwIfAborted()
  const opened = await openDatabase({ url, poolSize: config.databasePoolSize, log, watchesSilence: true })
  endings.push(() => opened.close())
  // Devices need none of the secrets.
  const database =
    config.role === 'ingest' ? opened : { ...opened, vault: await openVault(config.secretsKeyFile, await opened.inSystem(findSealed)) }
  parts.set('database', () => databaseState(database, embedded))
  return { database, url }
}

async function tlsState(mqttTls: NonNullable<Ingest['mqttTls']>, host: string): Promise<PartState> {
  const certificate = mqttTls.state()
  return certificate.status === 'ready' ? checkPort(reachableHost(host), mqttTls.port) : certificate
}

async function databaseState(database: Database, embedded: EmbeddedPostgres | null): Promise<PartState> {
  if (embedded !== null && embedded.state().status !== 'ready') return embedded.state()
  await database.ping(PING_LIMIT_MS)
  const hasRoom = !database.wasFullLately() && (embedded === null || (await hasRoomToWrite(embedded.home)))
  return hasRoom ? { status: 'ready' } : { status: 'degraded', detail: NO_ROOM }
}

async function databaseVersions(database: Database): Promise<Pick<Versions, 'postgres' | 'schema'>> {
  const answer = await database.pool.query<{ server_version: string }>('show server_version')
  return { postgres: answer.rows[0]?.server_version ?? '', schema: (await knownMigrations()).at(-1) ?? '' }
}

/** Ports that are left open are chosen before anything tells them to somebody else. */
async function withPorts(config: Config): Promise<Config> {
  const port = config.port === 0 ? await choosePort(0) : config.port
  const mqttPort = config.mqttPort === 0 ? await choosePort(0) : config.mqttPort
  const mqttTls = config.mqttTls?.port === 0 ? { ...config.mqttTls, port: await choosePort(0) } : config.mqttTls
  return { ...config, port, mqttPort, mqttTls, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

function readVersion(): string {
  const file: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return typeof file === 'object' && file !== null && 'version' in file ? String(file.version) : 'unknown'
}

/** Returns an error with advice where a system error comes from the settings. */
function readable(error: unknown, config: Config): unknown {
  if (error instanceof StartRefusal) return error
  if (saysNoRoom(error)) {
    const place = config.databaseUrl === null ? `the disk of the data directory ${config.dataDir}` : 'the disk of the database'
    return new StartRefusal(`There is no room on ${place}; make room and start again.`, { cause: error })
  }
  if (!(error instanceof Error) || !('code' in error)) return error
  const port = 'port' in error ? Number(error.port) : config.port
  const setting = port === config.mqttPort ? 'MQTT_PORT' : port === config.mqttTls?.port ? 'MQTT_TLS_PORT' : 'PORT'
  if (error.code === 'EADDRINUSE') {
    return new StartRefusal(`The port ${port} is in use by another program; stop that one or set ${setting} to a free port.`, {
      cause: error,
    })
  }
  if (error.code === 'EADDRNOTAVAIL' || ('hostname' in error && error.hostname === config.host))
    return new StartRefusal(`The setting HOST=${config.host} is not an address of this machine.`, { cause: error })
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return new StartRefusal(`This user may not open the port ${port}; set ${setting} to one above 1023.`, { cause: error })
  }
  return error
}

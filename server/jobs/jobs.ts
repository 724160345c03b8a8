import { PgBoss } from 'pg-boss'
import type { Job as QueuedJob, JobResult } from 'pg-boss'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { GiveUp, jobEnvelope, RetryAt } from './defineJob.ts'
import type { CompanyJobContext, JobContext, JobDefinition, JobScope } from './defineJob.ts'
import { insertJob, jobKey } from './enqueue.ts'
import { everyHere } from './everyHere.ts'
import { DEAD_QUEUE, JOB_KINDS, JOB_POLICIES, kindOf, QUEUES_ONE_BY_ONE } from './jobKinds.ts'
import type { JobKind, JobPolicy } from './jobKinds.ts'
import { reportFailure } from './jobFailure.ts'
import { countRun, showCounts } from './jobMetrics.ts'
import * as store from './jobRun.store.ts'
import { QUEUE_SCHEMA } from './jobSchema.ts'
import { jobsState } from './jobsState.ts'
import { inTransaction, queueDatabase } from './queueDatabase.ts'

/** Runs jobs of the kinds that were given to it, in this process. */
export type Jobs = {
  /** Has jobs of the kind run in this process. */
  handle<Payload, Scope extends JobScope>(
    job: JobDefinition<Payload, Scope>,
    run: (payload: Payload, context: Scope extends 'COMPANY' ? CompanyJobContext : JobContext) => Promise<void>,
  ): void
  /** Has the work done again and again, by one of the processes that ask for it: next when `next` says, and at the start if `isAtStart`. */
  every(kind: JobKind, when: Schedule, work: (context: JobContext) => Promise<void>): void
  /** Begins to take jobs; everything that is handled was named before. */
  start(): Promise<void>
  /** What waits, runs and failed, for /api/health. */
  state(): Promise<PartState>
  /** Looks for jobs of dead workers, and for those whose time has come, now. */
  supervise(): Promise<void>
  /** Takes no more jobs and ends after those that run; what takes longer than the limit is given to the next process. */
  close(): Promise<void>
}

export type Schedule = { readonly next: (now: number) => number; readonly isAtStart?: boolean }

export type JobsDeps = {
  readonly database: Pick<Database, 'pool' | 'connect' | 'inSystem' | 'inTenant'>
  readonly log: Logger
  readonly now?: () => number
  /** How long jobs may go on when the process ends. */
  readonly endLimitMs?: number
  /** How often jobs of dead workers are looked for. */
  readonly superviseSeconds?: number
}

type Handler = { readonly scope: JobScope; run(payload: unknown, context: CompanyJobContext): Promise<void> }
type Timed = { readonly schedule: Schedule; readonly work: (context: JobContext) => Promise<void> }
type Job = QueuedJob<unknown>

const END_LIMIT_MS = 10_000
const SUPERVISE_SECONDS = 20
const COUNT_EVERY_MS = 15_000
const SETTLE_LIMIT_MS = 60_000
const SETTLE_AGAIN_AFTER_MS = 1_000
const TIDY_EVERY_MS = 3_600_000
const SCHEDULE_KEY = 'schedule'

/** Returns the jobs of this process, not yet at work. */
export function createJobs(deps: JobsDeps): Jobs {
  const { database, log, now = Date.now, endLimitMs = END_LIMIT_MS, superviseSeconds = SUPERVISE_SECONDS } = deps
  const handlers = new Map<string, Handler>()
  const timed = new Map<string, Timed>()
  const boss = new PgBoss({
    db: queueDatabase({ database, log }),
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    useListenNotify: true,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had trouble'))
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  const wakes = new Set<NodeJS.Timeout>()
  const ending = new AbortController()
  const begunAt = now()
  let workers = new Map<string, string>()
  let counting: { end(): Promise<void> } | null = null

  /** Settles the job with everything that its end changes, in one transaction; tried again while the database is away. */
  const settle = async (work: Parameters<typeof database.inSystem<void>>[0]): Promise<void> => {
    const giveUpAt = Date.now() + SETTLE_LIMIT_MS
    for (;;) {
      try {
        return await database.inSystem(work)
      } catch (error) {
        if (Date.now() > giveUpAt || ending.signal.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, SETTLE_AGAIN_AFTER_MS))
      }
    }
  }

  const contextOf = (job: Job, runId: string, companyId: string | null, reported = { percent: -1 }): CompanyJobContext => ({
    id: job.id,
    attempt: job.retryCount + 1,
    signal: job.signal,
    log: log.child({ job: job.id }),
    progress: async (percent) => {
      if (Math.floor(percent) === reported.percent) return
      reported.percent = Math.floor(percent)
      await database.inSystem((tx) => store.storeProgress(tx, runId, percent))
    },
    companyId: asId<CompanyId>(companyId ?? ''),
    inTenant: (work) => {
      if (companyId === null) throw new Error('this job is of no company')
      return database.inTenant(asId<CompanyId>(companyId), work)
    },
  })

  const runJob = async (job: Job): Promise<void> => {
    const { kind, companyId, payload } = jobEnvelope.parse(job.data)
    const handler = handlers.get(kind)
    if (handler === undefined) throw new GiveUp(`this process runs no jobs of the kind ${kind}`)
    if (!(await database.inSystem((tx) => store.beginRun(tx, job.id, job.name)))) {
      await settle(async (tx) => void (await boss.complete(job.name, job, null, { db: inTransaction(tx) })))
      return
    }
    const startedAt = performance.now()
    try {
      await handler.run(payload, contextOf(job, job.id, companyId))
      await settle(async (tx) => {
        await store.markDone(tx, job.id)
        await boss.complete(job.name, job, null, { db: inTransaction(tx) })
      })
      countRun(kind, 'DONE', startedAt)
    } catch (error) {
      await settleFailure(job, { kind, companyId, error })
      countRun(kind, 'FAILED', startedAt)
    }
  }

  const settleFailure = async (
    job: Job,
    failure: { readonly kind: string; readonly companyId: string | null; readonly error: unknown },
  ) => {
    const { error } = failure
    const { errorId, message } = reportFailure(log, { ...failure, job: job.id, attempt: job.retryCount + 1 })
    await settle(async (tx) => {
      const db = inTransaction(tx)
      if (error instanceof GiveUp) {
        await boss.complete(job.name, job, { message }, { db })
      } else {
        await boss.fail(job.name, job, { errorId, message }, { db })
        if (error instanceof RetryAt) await boss.update(job.name, undefined, { id: job.id, startAfter: error.at, db })
      }
      await store.markFailure(tx, job.id, { errorId, message, nextTry: await store.nextTryOf(tx, job.id) })
    })
  }

  const runTimed = async (job: Job, kind: JobKind, { schedule, work }: Timed): Promise<void> => {
    const runId = await database.inSystem(async (tx) => {
      await store.beginScheduled(tx, kind)
      return await store.scheduleRunId(tx, kind)
    })
    const startedAt = performance.now()
    const failure = await work(contextOf(job, runId, null)).then(
      () => null,
      (error: unknown) => reportFailure(log, { kind, companyId: null, error, job: job.id, attempt: job.retryCount + 1 }),
    )
    const due = schedule.next(now())
    await settle(async (tx) => {
      await boss.complete(job.name, job, failure, { db: inTransaction(tx) })
      if (failure === null) await store.markDone(tx, runId)
      else await store.markFailure(tx, runId, { ...failure, nextTry: null })
      await plan(tx, kind, due)
    })
    wakeAt(kind, due)
    countRun(kind, failure === null ? 'DONE' : 'FAILED', startedAt)
  }

  const plan = (tx: Parameters<typeof insertJob>[0]['tx'], kind: JobKind, at: number): Promise<string | null> =>
    insertJob(
      { tx, companyId: null },
      kind,
      { companyId: null, kind, payload: null },
      {
        singletonKey: SCHEDULE_KEY,
        startAfter: new Date(at),
        isShown: false,
      },
    )

  /** One that is planned already stays so, unless this start is its time. */
  const planFirst = async (
    tx: Parameters<typeof insertJob>[0]['tx'],
    kind: JobKind,
    { isAtStart = false, next }: Schedule,
  ): Promise<void> => {
    const added = await plan(tx, kind, isAtStart ? now() : next(now()))
    if (added !== null || !isAtStart) return
    const singletonKey = jobKey(kind, null, SCHEDULE_KEY)
    await boss.update(JOB_POLICIES[kind].queue, undefined, { singletonKey, startAfter: new Date(now()), db: inTransaction(tx) })
  }

  /** What a clock that was ahead planned for later than the schedule says now is due when the schedule says: else it would stand still until then. */
  const planAnew = async (): Promise<void> => {
    const planned = [...timed].map(([text, { schedule }]) => {
      const kind = asKind(text)
      return { queue: JOB_POLICIES[kind].queue, key: jobKey(kind, null, SCHEDULE_KEY), at: schedule.next(now()) }
    })
    for (const { queue, at } of await database.inSystem((tx) => store.planSooner(tx, planned))) wakeAt(queue, at)
  }

  /** Has the queue looked at when the time has come; should this process be gone by then, others find the job by looking now and then. */
  const wakeAt = (queue: string, at: number): void => {
    const waitMs = Math.max(0, at - now())
    if (waitMs > 2 ** 31 - 1) return
    const timer = setTimeout(() => {
      wakes.delete(timer)
      wake(queue)
    }, waitMs + 20).unref()
    wakes.add(timer)
  }
  const wake = (queue: string): void => {
    const worker = workers.get(queue)
    if (worker !== undefined) boss.notifyWorker(worker)
  }

  /** What a job throws is settled by the job itself; what is left is the database's, and the queue settles it. */
  const runOne = async (job: Job): Promise<JobResult> => {
    try {
      const { kind } = jobEnvelope.parse(job.data)
      const work = timed.get(kind)
      if (work === undefined) await runJob(job)
      else await runTimed(job, asKind(kind), work)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const failure = reportFailure(log, { kind: job.name, companyId: null, error, job: job.id, attempt: job.retryCount + 1 })
      return { id: job.id, status: error instanceof GiveUp ? 'deadletter' : 'failed', output: failure }
    }
  }

  const workOn = async (queue: string, policy: JobPolicy): Promise<void> => {
    const isHeavy = QUEUES_ONE_BY_ONE.has(queue)
    const options = {
      perJobResults: true,
      burstWhenBatchFull: true,
      // Notified workers of a batch of one sleep through a backlog, so a batch has two at least; heavy jobs are fetched one by one and wake the next themselves.
      batchSize: isHeavy ? 1 : Math.max(2, policy.parallel),
      pollingIntervalSeconds: Math.min(policy.pollSeconds, 5),
      notifyPollingIntervalSeconds: policy.pollSeconds,
      ...(isHeavy && { groupConcurrency: 1 }),
    } as const
    const worker = await boss.work<unknown, JobResult[], typeof options>(queue, options, async (jobs) => {
      if (isHeavy) wake(queue)
      if (policy.parallel > 1) return await Promise.all(jobs.map(runOne))
      const results: JobResult[] = []
      for (const job of jobs) results.push(await runOne(job))
      return results
    })
    workers.set(queue, worker)
  }

  return {
    handle: (job, run) => {
      handlers.set(job.kind, {
        scope: job.scope,
        run: (payload, context) => {
          if (job.scope === 'COMPANY' && context.companyId === '') throw new GiveUp('the job names no company')
          const checked = job.payload.safeParse(payload)
          if (!checked.success) throw new GiveUp(`the payload is not one of ${job.kind}: ${checked.error.message}`)
          return run(checked.data, context)
        },
      })
    },
    every: (kind, schedule, work) => void timed.set(kind, { schedule, work }),
    start: async () => {
      await boss.start()
      await database.inSystem(async (tx) => {
        for (const [kind, { schedule }] of timed) await planFirst(tx, asKind(kind), schedule)
      })
      for (const queue of new Set([...handlers.keys(), ...timed.keys()].map((kind) => JOB_POLICIES[asKind(kind)].queue))) {
        const policies = JOB_KINDS.map((kind) => JOB_POLICIES[kind]).filter((policy) => policy.queue === queue)
        const [policy] = policies
        if (policy !== undefined) await workOn(queue, policy)
      }
      counting = everyHere({
        kind: 'JOB_COUNTS',
        everyMs: COUNT_EVERY_MS,
        log,
        work: async () => {
          showCounts(await database.inSystem(store.countJobs))
          await planAnew()
        },
      })
    },
    state: () => jobsState(database, now(), begunAt),
    supervise: async () => {
      await boss.supervise()
      await planAnew()
    },
    close: async () => {
      for (const timer of wakes) clearTimeout(timer)
      const limit = setTimeout(() => ending.abort(), endLimitMs)
      const running = Promise.all([...workers.keys()].map((queue) => boss.offWork(queue, { wait: true })))
      workers = new Map()
      const isLate = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([running, isLate])
      clearTimeout(limit)
      await boss.stop({ graceful: false, close: false })
      await counting?.end()
    },
  }
}

/** Adds the upkeep of jobs themselves. */
export function keepJobs(jobs: Jobs, { database, log }: Pick<JobsDeps, 'database' | 'log'>): void {
  jobs.every('JOB_UPKEEP', { next: (at) => at + TIDY_EVERY_MS, isAtStart: true }, async () => {
    const lost = await database.inSystem(store.tidyRuns)
    if (lost > 0) log.warn({ lost, queue: DEAD_QUEUE }, 'jobs were dropped by the queue')
  })
}

function asKind(text: string): JobKind {
  const kind = kindOf(text)
  if (kind === null) throw new GiveUp(`${text} is no kind of job`)
  return kind
}

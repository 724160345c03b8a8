import type { Transaction } from 'kysely'
import type { EventKind } from '#engine/event/domainEvent.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { startConsumer } from '#server/event/consumer.ts'
import type { DomainEvent } from '#server/event/consumer.ts'
import { believedClock } from '#server/event/trustedClock.ts'
import type { TrustedClock } from '#server/event/trustedClock.ts'
import { everyHere } from '#server/jobs/everyHere.ts'
import type { Logger } from '#server/log.ts'
import { evaluateWorkCenters } from './evaluate.service.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { listFlowTrouble, listRefusing } from './measuredFacts.store.ts'
import type { Found } from './measuredFacts.store.ts'
import { listUntold } from './notice.store.ts'
import { markWorkCenters, postponeMark, settleMarks, takeMarks } from './mark.store.ts'
import type { Mark } from './mark.store.ts'
import { enqueueLeftPushes } from './push/sendPushes.service.ts'
import { startTellingBatch } from './tellingBatch.ts'

export type KeepDeps = {
  readonly database: Pick<Database, 'inSystem'>
  readonly log: Logger
  readonly readSamples: SampleReader
  readonly now?: () => number
  /** Left out: the clock is always believed. */
  readonly clock?: TrustedClock
  readonly everyMs?: number
}

export type KeptNotifications = {
  /** Takes the events there are and works off the marks that are due. */
  run(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 500
/** So many are worked off before events are taken again, and so often in a round. */
const MAX_A_TURN = 1_000
const MAX_TURNS = 20
/** So many work centers of one company are worked off in one transaction: a storm reads its people once, adds their jobs once, and writes in sets. */
const AT_A_TIME = 250
/** What devices sent wrong is looked for so often, as far back as five of it are told. */
const REFUSED_LOOK_MS = 30_000
const REFUSED_WITHIN_MS = 600_000
/** What stands so in the tables is looked for so often. */
const NOTICES_LOOK_MS = 60_000
/** Messages that were not sent in time are looked for so often. */
const LEFT_LOOK_MS = 5_000
/** A work center that could not be worked out is tried again after this time. */
const AGAIN_AFTER_MS = 60_000

/**
 * Keeps the episodes of notifications as the facts are: events that are written with facts mark work centers, and marks are worked off, some of one company in
 * a transaction, by whichever process is first (docs/decisions/notifications-from-events.md).
 */
export async function keepNotifications(deps: KeepDeps): Promise<KeptNotifications> {
  const { database, log, clock = believedClock(deps.now), everyMs = EVERY_MS } = deps
  const { now } = clock
  const consumer = await startConsumer({
    database,
    log,
    name: 'notifications',
    everyMs: 3_600_000,
    take: (tx, events) => markEvents(tx, events, now()),
  })
  let served: CompanyId | null = null
  /** After a failure fewer of its company are worked off together, down to one: the others do not wait with it. */
  const most = new Map<CompanyId, number>()
  let refusedLookedAt = -Infinity
  let noticesLookedAt = -Infinity
  let leftLookedAt = -Infinity
  // A clock that was set back keeps nothing waiting.
  const isTurn = (lookedAt: number, everyLookMs: number) => Math.abs(now() - lookedAt) >= everyLookMs
  const look = async (): Promise<void> => {
    await consumer.takeAll()
    if (isTurn(refusedLookedAt, REFUSED_LOOK_MS)) {
      refusedLookedAt = now()
      await database.inSystem((tx) => markRefusing(tx, refusedLookedAt))
    }
    if (isTurn(noticesLookedAt, NOTICES_LOOK_MS)) {
      noticesLookedAt = now()
      await database.inSystem(async (tx) => markAlways(tx, await listUntold(tx, noticesLookedAt), noticesLookedAt, true))
    }
    if (isTurn(leftLookedAt, LEFT_LOOK_MS)) {
      leftLookedAt = now()
      await database.inSystem((tx) => enqueueLeftPushes(tx, leftLookedAt))
    }
  }
  let known: ReadonlySet<string> = new Set()
  /** Returns whether there may be more. */
  const workOffSome = async (): Promise<boolean> => {
    for (let count = 0; count < MAX_A_TURN;) {
      const done = await workOff(deps, { now, after: served, mostOf: (companyId) => most.get(companyId) ?? AT_A_TIME, known })
      served = done.companyId
      if (served === null) return false
      const next = done.hasFailed ? Math.ceil(done.count / 2) : (most.get(served) ?? AT_A_TIME) * 2
      if (next < AT_A_TIME) most.set(served, next)
      else most.delete(served)
      known = known.union(done.added)
      count += done.count
    }
    return true
  }
  const work = async (): Promise<void> => {
    await clock.judge()
    known = new Set()
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      await look()
      if (!(await workOffSome())) return
    }
  }
  const rounds = everyHere({ kind: 'NOTIFICATIONS', everyMs, log, work })
  return {
    run: work,
    close: async () => {
      await rounds.end()
      await consumer.close()
    },
  }
}

/** What is told without a rule follows from these. */
const TOLD_WITHOUT_RULE: readonly EventKind[] = [
  'CHECKLIST_ANSWERED',
  'CHECKLIST_DEVIATION',
  'CHECKLIST_MISSED',
  'SETTINGS_CHANGED',
  'SILENCE_BEGAN',
  'SILENCE_ENDED',
  'TASKS_CHANGED',
]

async function markEvents(tx: Transaction<DB>, events: readonly DomainEvent[], now: number): Promise<void> {
  const marks = events.flatMap(({ companyId, workCenterId, kind, at }) =>
    workCenterId === null ? [] : [{ companyId, workCenterId, fromAt: Math.min(at, now), isAlways: TOLD_WITHOUT_RULE.includes(kind) }],
  )
  await markWorkCenters(tx, marks, now)
  const ended = events.flatMap(({ companyId, workCenterId, kind, at }) =>
    workCenterId === null || kind !== 'SHIFT_ENDED' ? [] : [{ companyId, workCenterId, at }],
  )
  await markAlways(tx, await listFlowTrouble(tx, ended), now)
}

/** Devices are not asked for what they sent wrong: the log of refusals tells. */
async function markRefusing(tx: Transaction<DB>, now: number): Promise<void> {
  await markAlways(tx, await listRefusing(tx, now - REFUSED_WITHIN_MS), now)
}

function markAlways(tx: Transaction<DB>, found: readonly Found[], now: number, hasNotices = false): Promise<void> {
  return markWorkCenters(
    tx,
    found.map((one) => ({ ...one, fromAt: now, isAlways: true, hasNotices })),
    now,
  )
}

type Turn = {
  readonly now: () => number
  readonly after: CompanyId | null
  /** How many work centers of the company are worked out together at most. */
  readonly mostOf: (companyId: CompanyId) => number
  /** Jobs that were added in this round. */
  readonly known: ReadonlySet<string>
}
type Done = {
  readonly companyId: CompanyId | null
  /** How many work centers it was. */
  readonly count: number
  readonly hasFailed: boolean
  readonly added: ReadonlySet<string>
}

/**
 * Works out the next work centers of one company that are due, in one transaction; returns its company, null when there were none. Where several fail
 * together they are tried again in halves; one that fails alone waits alone.
 */
async function workOff({ database, log, readSamples }: KeepDeps, { now, after, mostOf, known }: Turn): Promise<Done> {
  let taken: readonly Mark[] = []
  const batch = startTellingBatch({ known, now: now() })
  try {
    return await database.inSystem(async (tx) => {
      const at = now()
      taken = await takeMarks(tx, at, { after, mostOf })
      const [first] = taken
      if (first === undefined) return { companyId: null, count: 0, hasFailed: false, added: new Set<string>() }
      const tenant = { companyId: first.companyId, tx }
      await settleMarks(tenant, await evaluateWorkCenters(tenant, taken, { now: at, readSamples }, batch))
      await batch.finish(tenant)
      return { companyId: first.companyId, count: taken.length, hasFailed: false, added: batch.added }
    })
  } catch (error) {
    const [first, ...others] = taken
    if (first === undefined) throw error
    const words = others.length === 0 ? 'notifications of a work center are worked out later' : 'work centers are worked out in halves'
    log.error({ err: error, ...first, count: taken.length }, words)
    if (others.length === 0) {
      await database.inSystem((tx) => postponeMark(tx, first, now() + AGAIN_AFTER_MS))
    }
    return { companyId: first.companyId, count: taken.length, hasFailed: true, added: new Set() }
  }
}

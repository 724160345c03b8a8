import type { Transaction } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { startConsumer } from '#server/event/consumer.ts'
import type { DomainEvent } from '#server/event/consumer.ts'
import { everyHere } from '#server/jobs/everyHere.ts'
import type { Logger } from '#server/log.ts'
import { evaluateWorkCenter } from './evaluate.service.ts'
import { markWorkCenters, postponeMark, settleMark, takeMark } from './mark.store.ts'
import type { Mark } from './mark.store.ts'

export type KeepDeps = {
  readonly database: Pick<Database, 'inSystem'>
  readonly log: Logger
  readonly now?: () => number
  readonly everyMs?: number
}

export type KeptNotifications = {
  /** Takes the events there are and works off the marks that are due. */
  run(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 500
const MAX_A_ROUND = 1_000
/** A work center that could not be worked out is tried again after this time. */
const AGAIN_AFTER_MS = 60_000

/**
 * Keeps the episodes of notifications as the facts are: events that are written with facts mark work centers, and marks are worked off one by one, each in a
 * transaction of its own, by whichever process is first (docs/decisions/notifications-from-events.md).
 */
export async function keepNotifications({ database, log, now = Date.now, everyMs = EVERY_MS }: KeepDeps): Promise<KeptNotifications> {
  const consumer = await startConsumer({
    database,
    log,
    name: 'notifications',
    everyMs: 3_600_000,
    take: (tx, events) => markEvents(tx, events, now()),
  })
  let served: CompanyId | null = null
  const work = async (): Promise<void> => {
    await consumer.takeAll()
    for (let count = 0; count < MAX_A_ROUND; count++) {
      served = await workOff(database, log, { now, after: served })
      if (served === null) return
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

async function markEvents(tx: Transaction<DB>, events: readonly DomainEvent[], now: number): Promise<void> {
  const marks = events.flatMap(({ companyId, workCenterId, kind, at }) =>
    workCenterId === null
      ? []
      : [{ companyId, workCenterId, fromAt: Math.min(at, now), isAlways: kind === 'SILENCE_BEGAN' || kind === 'SILENCE_ENDED' }],
  )
  await markWorkCenters(tx, marks, now)
}

type Turn = { readonly now: () => number; readonly after: CompanyId | null }

/** Works out the next work center that is due; returns its company, null when there was none. One that fails keeps no other waiting. */
async function workOff(database: KeepDeps['database'], log: Logger, { now, after }: Turn): Promise<CompanyId | null> {
  const taken: { mark: Mark | null } = { mark: null }
  try {
    return await database.inSystem(async (tx) => {
      const at = now()
      const mark = await takeMark(tx, at, after)
      if (mark === null) return null
      taken.mark = mark
      const next = await evaluateWorkCenter({ companyId: mark.companyId, tx }, mark.workCenterId, { fromAt: mark.fromAt, now: at })
      await settleMark(tx, mark, next === null ? null : { at: next })
      return mark.companyId
    })
  } catch (error) {
    const { mark } = taken
    if (mark === null) throw error
    log.error({ err: error, ...mark }, 'notifications of a work center are worked out later')
    await database.inSystem((tx) => postponeMark(tx, mark, now() + AGAIN_AFTER_MS))
    return mark.companyId
  }
}

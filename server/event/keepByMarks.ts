import type { Transaction } from 'kysely'
import type { CompanyId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { everyHere } from '#server/jobs/everyHere.ts'
import type { Logger } from '#server/log.ts'
import { startConsumer } from './consumer.ts'
import type { DomainEvent } from './consumer.ts'
import { postponeMark, settleMark, takeMark } from './mark.store.ts'
import type { Mark, MarkTable } from './mark.store.ts'
import { believedClock } from './trustedClock.ts'
import type { TrustedClock } from './trustedClock.ts'

export type KeepDeps = {
  readonly database: Pick<Database, 'inSystem'>
  readonly log: Logger
  readonly now?: () => number
  /** Left out: the clock is always believed. */
  readonly clock?: TrustedClock
  readonly everyMs?: number
}

export type KeptRows = {
  /** The name of the consumer, for ever. */
  readonly name: string
  /** The name of its rounds in the log and in metrics. */
  readonly kind: string
  readonly table: MarkTable
  /** Marks the work centers of events. */
  readonly mark: (tx: Transaction<DB>, events: readonly DomainEvent[], now: number) => Promise<void>
  /** Works a work center out anew; returns when the clock changes something next. */
  readonly evaluate: (tenant: Tenant, mark: Mark, now: number) => Promise<number | null>
}

export type Keeper = {
  /** Takes the events there are and works off the marks that are due. */
  run(): Promise<void>
  close(): Promise<void>
}

const EVERY_MS = 500
const MAX_A_ROUND = 1_000
/** A work center that could not be worked out is tried again after this time. */
const AGAIN_AFTER_MS = 60_000

/**
 * Keeps rows as the facts are: events that are written with facts mark work centers, and marks are worked off one by one, each in a transaction of its own, by
 * whichever process is first (docs/decisions/notifications-from-events.md).
 */
export async function keepByMarks(deps: KeepDeps, kept: KeptRows): Promise<Keeper> {
  const { database, log, clock = believedClock(deps.now), everyMs = EVERY_MS } = deps
  const { now } = clock
  const { name, kind, mark } = kept
  const consumer = await startConsumer({ database, log, name, everyMs: 3_600_000, take: (tx, events) => mark(tx, events, now()) })
  let served: CompanyId | null = null
  const work = async (): Promise<void> => {
    await clock.judge()
    await consumer.takeAll()
    for (let count = 0; count < MAX_A_ROUND; count++) {
      served = await workOff({ database, log }, kept, { now, after: served })
      if (served === null) return
    }
  }
  const rounds = everyHere({ kind, everyMs, log, work })
  return {
    run: work,
    close: async () => {
      await rounds.end()
      await consumer.close()
    },
  }
}

type Turn = { readonly now: () => number; readonly after: CompanyId | null }

/** Works out the next work center that is due; returns its company, null when there was none. One that fails keeps no other waiting. */
async function workOff({ database, log }: KeepDeps, { table, kind, evaluate }: KeptRows, { now, after }: Turn): Promise<CompanyId | null> {
  const taken: { mark: Mark | null } = { mark: null }
  try {
    return await database.inSystem(async (tx) => {
      const at = now()
      const mark = await takeMark(tx, table, at, after)
      if (mark === null) return null
      taken.mark = mark
      await settleMark(tx, table, mark, await evaluate({ companyId: mark.companyId, tx }, mark, at))
      return mark.companyId
    })
  } catch (error) {
    const { mark } = taken
    if (mark === null) throw error
    log.error({ err: error, kind, ...mark }, 'a work center is worked out later')
    await database.inSystem((tx) => postponeMark(tx, table, mark, now() + AGAIN_AFTER_MS))
    return mark.companyId
  }
}

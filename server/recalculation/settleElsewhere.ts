import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { openListener } from '#server/db/listener.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Logger } from '#server/log.ts'
import { PARTITION_COUNT } from '#server/device/device.service.ts'
import type { Ingest } from '#server/ingest/ingest.ts'
import { SETTLE_WAIT_MS } from './ingestPort.ts'
import type { IngestPort } from './ingestPort.ts'

const ASK_CHANNEL = 'trueline_settle'
const DONE_CHANNEL = 'trueline_settled'
/** PostgreSQL takes less than 8000 bytes at a time. */
const IDS_A_MESSAGE = 500
/** What was asked for so shortly before is not asked for again. */
const FRESH_MS = 500

const questionShape = z.object({
  id: z.string(),
  companyId: z.string(),
  workCenterIds: z.array(z.number()).nullable(),
  end: z.number().nullable(),
})
const answerShape = z.object({ id: z.string(), partitions: z.number() })

type Deps = { readonly database: Pick<Database, 'connect' | 'pool'>; readonly log: Logger }
/** `waitMs`: how long an answer is waited for; left out = a second. */
type AskDeps = Deps & { readonly waitMs?: number }

/** Asks the processes that fold samples to write what grew, and waits for their answers. */
export type SettleElsewhere = Pick<IngestPort, 'settle'> & Listener

/**
 * Returns how a process asks others to settle rows that it is about to read. Resolves when the owners of all partitions have answered, after `waitMs` at the
 * latest: then some owner is away, and what is stored is what there is.
 */
export async function openSettleElsewhere({ database, log, waitMs = SETTLE_WAIT_MS }: AskDeps): Promise<SettleElsewhere> {
  const waiting = new Map<string, (partitions: number) => void>()
  const askedAt = new Map<string, number>()
  const listener = await openListener({
    database,
    log,
    channel: DONE_CHANNEL,
    hear: (payload) => {
      const { id, partitions } = answerShape.parse(JSON.parse(payload))
      waiting.get(id)?.(partitions)
    },
  })
  const ask = async (companyId: CompanyId, workCenterIds: readonly WorkCenterId[] | null, end: number): Promise<void> => {
    const id = randomUUID()
    const question = { id, companyId, workCenterIds, end: Number.isFinite(end) ? end : null }
    const { promise, resolve } = Promise.withResolvers<void>()
    let answered = 0
    const late = setTimeout(resolve, waitMs)
    waiting.set(id, (partitions) => {
      answered += partitions
      if (answered >= PARTITION_COUNT) resolve()
    })
    try {
      await database.pool.query('select pg_notify($1, $2)', [ASK_CHANNEL, JSON.stringify(question)])
      await promise
    } finally {
      clearTimeout(late)
      waiting.delete(id)
    }
  }
  return {
    settle: async (companyId, workCenterIds, end) => {
      const now = performance.now()
      for (const [key, at] of askedAt) if (now - at >= FRESH_MS) askedAt.delete(key)
      const key = `${companyId}/${workCenterIds?.join(',') ?? ''}/${end}`
      if (askedAt.has(key)) return
      const lists = workCenterIds === null ? [null] : listsOf(workCenterIds)
      await Promise.all(lists.map((ids) => ask(companyId, ids, end)))
      askedAt.set(key, now)
    },
    close: () => listener.close(),
  }
}

/** Answers the questions of other processes with the ingest of this one. */
export async function answerSettles({ database, log }: Deps, ingest: Pick<Ingest, 'settleFor' | 'partitionCount'>): Promise<Listener> {
  const answer = async (payload: string): Promise<void> => {
    const { id, companyId, workCenterIds, end } = questionShape.parse(JSON.parse(payload))
    await ingest.settleFor(asId<CompanyId>(companyId), workCenterIds?.map((one) => asId<WorkCenterId>(one)) ?? null, end ?? Infinity)
    await database.pool.query('select pg_notify($1, $2)', [DONE_CHANNEL, JSON.stringify({ id, partitions: ingest.partitionCount() })])
  }
  return await openListener({
    database,
    log,
    channel: ASK_CHANNEL,
    hear: (payload) =>
      void answer(payload).catch((error: unknown) => log.debug({ err: error }, 'a question of another process stays unanswered')),
  })
}

function listsOf(ids: readonly WorkCenterId[]): readonly (readonly WorkCenterId[])[] {
  return Array.from({ length: Math.ceil(ids.length / IDS_A_MESSAGE) }, (_, index) =>
    ids.slice(index * IDS_A_MESSAGE, (index + 1) * IDS_A_MESSAGE),
  )
}

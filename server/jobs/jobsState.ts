import type { Database } from '#server/db/database.ts'
import type { PartState } from '#server/partState.ts'
import { countDead, countJobs, failedSchedules, stuckQueues } from './jobRun.store.ts'

/** A job that is due so long while nothing of its queue runs waits for nobody. */
const STUCK_AFTER_MS = 10 * 60_000

/**
 * Returns what waits, runs and failed; degraded while jobs are kept as dead, the last run of a schedule failed, or a queue stands still. A job that was
 * given up on purpose, such as an e-mail to an address that does not exist, is told and is nobody's alarm. `since`: when this process began, before which
 * jobs may have waited for any process at all.
 */
export async function jobsState(database: Pick<Database, 'inSystem'>, now: number, since: number): Promise<PartState> {
  const isOld = now - since > STUCK_AFTER_MS
  const [counts, dead, failing, stuck] = await database.inSystem((tx) =>
    Promise.all([
      countJobs(tx),
      countDead(tx),
      failedSchedules(tx),
      isOld ? stuckQueues(tx, new Date(now - STUCK_AFTER_MS)) : Promise.resolve([]),
    ]),
  )
  const sum = (of: 'ready' | 'running'): number => counts.reduce((total, one) => total + one[of], 0)
  const failed = counts.filter((one) => one.failed > 0).map((one) => `${one.kind} ${one.failed}`)
  const detail = [
    `${sum('ready')} waiting, ${sum('running')} running`,
    ...(failed.length === 0 ? [] : [`failed within a day: ${failed.join(', ')}`]),
    ...(dead === 0 ? [] : [`${dead} given up`]),
    ...(failing.length === 0 ? [] : [`last run failed: ${failing.join(', ')}`]),
    ...(stuck.length === 0 ? [] : [`standing still: ${stuck.join(', ')}`]),
  ].join(', ')
  const isWell = dead === 0 && failing.length === 0 && stuck.length === 0
  return { status: isWell ? 'ready' : 'degraded', detail }
}

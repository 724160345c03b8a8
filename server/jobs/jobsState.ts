import type { Database } from '#server/db/database.ts'
import type { PartState } from '#server/partState.ts'
import { countDead, countJobs } from './jobRun.store.ts'
import { DEAD_QUEUE } from './jobKinds.ts'

/** Returns what waits, runs and failed; degraded while jobs that failed within a day, or were given up as dead, want somebody's attention. */
export async function jobsState(database: Pick<Database, 'inSystem'>): Promise<PartState> {
  const [counts, dead] = await database.inSystem((tx) => Promise.all([countJobs(tx), countDead(tx, DEAD_QUEUE)]))
  const sum = (of: 'ready' | 'running' | 'failed'): number => counts.reduce((total, one) => total + one[of], 0)
  const failedKinds = counts.filter(({ failed }) => failed > 0).map(({ kind, failed }) => `${kind} ${failed}`)
  const failed = failedKinds.length === 0 ? '' : `, failed within a day: ${failedKinds.join(', ')}`
  const detail = `${sum('ready')} waiting, ${sum('running')} running${failed}${dead === 0 ? '' : `, ${dead} given up`}`
  return { status: 'ready', detail }
}

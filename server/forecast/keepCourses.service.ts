import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { keepCourses } from './forecast.store.ts'

const EVERY_MS = MINUTE_MS
const MOST_AT_ONCE = 2_000
/** So long after it was closed an order is added up again, now and then. */
const AGAIN_FOR_MS = 3 * DAY_MS
const AGAIN_EVERY_MS = 30 * MINUTE_MS

/** Has the times of finished orders added up within a minute of their end, and again for three days: late data and edits change them (domain.md F-1). */
export function keepCoursesRegularly(jobs: Pick<Jobs, 'every'>, database: Pick<Database, 'inSystem'>, now: () => number = Date.now): void {
  jobs.every('ORDER_COURSES', { next: (at) => at + EVERY_MS, isAtStart: true }, async ({ signal }) => {
    while (!signal.aborted && (await addUpCourses(database, now())) >= MOST_AT_ONCE);
  })
}

/** Adds up the times of finished orders once; returns how many there were. */
export async function addUpCourses(database: Pick<Database, 'inSystem'>, now: number): Promise<number> {
  const at = { now: new Date(now), again: new Date(now - AGAIN_FOR_MS), keptBefore: new Date(now - AGAIN_EVERY_MS), most: MOST_AT_ONCE }
  return await database.inSystem((tx) => keepCourses(tx, at))
}

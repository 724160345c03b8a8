import { metrics } from '#server/http/metrics.ts'
import { JOB_KINDS } from './jobKinds.ts'
import type { JobCounts } from './jobRun.store.ts'

/** Seconds; from a hundredth of one to an hour. */
const BOUNDS: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600]

const runs = metrics.counter('trueline_job_runs_total', 'Runs of background jobs in this process, by kind and result.')
const seconds = metrics.histogram('trueline_job_seconds', 'Time that a run of a background job took, by kind.', BOUNDS)
const waiting = metrics.gauge('trueline_jobs_waiting', 'Background jobs of all processes whose time has come, by kind.')
const failed = metrics.gauge('trueline_jobs_failed', 'Background jobs of all processes that failed for good within a day, by kind.')

/** Counts a run that began at the instant of `performance.now()`. */
export function countRun(kind: string, result: 'DONE' | 'FAILED', startedAt: number): void {
  runs.increment(1, { kind, result })
  seconds.observe((performance.now() - startedAt) / 1000, { kind })
}

/** Shows the counts as gauges; a kind that has none is shown with 0. */
export function showCounts(counts: readonly JobCounts[]): void {
  const byKind = new Map(counts.map((one) => [one.kind, one]))
  for (const kind of JOB_KINDS) {
    waiting.set(byKind.get(kind)?.ready ?? 0, { kind })
    failed.set(byKind.get(kind)?.failed ?? 0, { kind })
  }
}

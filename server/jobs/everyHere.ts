import type { Logger } from '#server/log.ts'
import { reportFailure } from './jobFailure.ts'
import { countRun } from './jobMetrics.ts'

export type HereWork = {
  /** Its name in the log and in metrics. */
  readonly kind: string
  readonly everyMs: number
  readonly log: Logger
  readonly work: () => Promise<void>
}

/**
 * Does the work again and again in this very process, never twice at once: for what belongs to it, such as its partitions or keys in its memory. What one
 * process does for all is `jobs.every`. `end` resolves when nothing is under way.
 */
export function everyHere({ kind, everyMs, log, work }: HereWork): { end(): Promise<void> } {
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      await work()
      countRun(kind, 'DONE', startedAt)
    } catch (error) {
      reportFailure(log, { kind, companyId: null, error })
      countRun(kind, 'FAILED', startedAt)
    }
    running = null
  }
  const timer = setInterval(() => void (running ??= run()), everyMs).unref()
  return {
    end: async () => {
      clearInterval(timer)
      await running
    },
  }
}

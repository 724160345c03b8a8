import type { OeeIssue, OeeTerms } from '#engine/facts.ts'
import { countedOf, runTimesOf } from './kpis.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'

const TOO_FAST = 1.05

/** The terms of a window, capped as stored and uncapped, and whether its time is over. */
export type IssueInput = {
  readonly terms: OeeTerms
  readonly uncapped: OeeTerms
  readonly isClosed: boolean
  readonly oee: Pick<OeeSetup, 'calculatePerformance'>
}

/**
 * Returns the issues that the terms themselves show: output without run time, no reference speed (domain.md D-42), and in a finished
 * window a performance over 105 % (D-41).
 */
export function issuesOf({ terms, uncapped, isClosed, oee }: IssueInput): OeeIssue[] {
  const issues: OeeIssue[] = []
  const { plannedMs, runMs } = runTimesOf(terms)
  if (plannedMs > 0 && runMs === 0 && countedOf(terms).total > 0) issues.push('OUTPUT_WITHOUT_RUN_TIME')
  if (oee.calculatePerformance && uncapped.netOperatingMs === null) issues.push('NO_REFERENCE_SPEED')
  if (isClosed && uncapped.netOperatingMs !== null && runMs > 0 && uncapped.netOperatingMs > TOO_FAST * runMs)
    issues.push('REFERENCE_SPEED_TOO_LOW')
  return issues
}

import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'

/** Returns the setup without annotations, runs, confirmations, cuts, corrections and manual statuses that ended before the instant. */
export function setupAfter(setup: WorkCenterSetup, since: number): WorkCenterSetup {
  const isRecent = ({ end }: { readonly end: number | null }): boolean => (end ?? Infinity) >= since
  return {
    ...setup,
    manualStatuses: setup.manualStatuses.filter(isRecent),
    losses: { ...setup.losses, annotations: setup.losses.annotations.filter(isRecent) },
    jobs: {
      ...setup.jobs,
      runs: setup.jobs.runs.filter(isRecent),
      confirmations: setup.jobs.confirmations.filter(isRecent),
      cuts: (setup.jobs.cuts ?? []).filter((at) => at >= since),
      corrections: (setup.jobs.corrections ?? []).filter(isRecent),
    },
  }
}

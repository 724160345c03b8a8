import { deviationOf } from '#engine/jobOrder/forecast/countCheck.ts'
import type { ClosingMoreQuery, ClosingOutputFragment, OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { STEP_OF_ISSUE } from './closing.view.ts'
import type { ClosingStep } from './closingSteps.ts'

/** Why somebody should see to a stretch of output: it has no order, nobody confirmed it, or people confirmed more or less than was counted. */
export type OutputWhy = 'differs' | 'noOrder' | 'unconfirmed'

export type OutputToCheck = { readonly output: ClosingOutputFragment; readonly whys: readonly OutputWhy[] }

type Issues = Pick<OpenedShiftFragment, 'issues'>['issues']

/** Returns the stretches of output that hold the shift up, and those that were confirmed otherwise than counted (domain.md F-6), ascending. */
export function outputsToCheck(outputs: readonly ClosingOutputFragment[], issues: Issues): readonly OutputToCheck[] {
  const [noOrder, unconfirmed] = [idsOf(issues, 'OUTPUT_WITHOUT_JOB_ORDER'), idsOf(issues, 'UNCONFIRMED_OUTPUT')]
  return outputs
    .map((output): OutputToCheck => ({
      output,
      whys: [
        ...(noOrder.has(output.id) ? (['noOrder'] as const) : []),
        ...(unconfirmed.has(output.id) ? (['unconfirmed'] as const) : []),
        ...(output.isConfirmed && deviationOf(output.totalOutput + output.difference, output.totalOutput) !== 0
          ? (['differs'] as const)
          : []),
      ],
    }))
    .filter(({ whys }) => whys.length > 0)
    .toSorted((left, right) => Date.parse(left.output.timeStart) - Date.parse(right.output.timeStart))
}

type Tasks = NonNullable<ClosingMoreQuery['operationalTasks']>['items']
type Checklists = NonNullable<ClosingMoreQuery['checklistOccurrences']>['items']

/** What of a shift is still to be done, and what can no longer be done in time. */
export type OpenTasks = { readonly tasks: Tasks; readonly checklists: Checklists; readonly missed: Checklists }

/** Returns the tasks and checklists of the shift that are open: those that hold it up, and those that began to ask in it. */
export function openTasksOf(
  data: Pick<ClosingMoreQuery, 'checklistOccurrences' | 'operationalTasks'>,
  shift: { readonly issues: Issues; readonly start: number; readonly end: number },
): OpenTasks {
  const [pending, unanswered] = [idsOf(shift.issues, 'PENDING_TASKS'), idsOf(shift.issues, 'OPEN_CHECKLISTS')]
  const isOfShift = (at: string) => Date.parse(at) >= shift.start && Date.parse(at) < shift.end
  const checklists = (data.checklistOccurrences?.items ?? []).filter(({ id, dueAt }) => unanswered.has(id) || isOfShift(dueAt))
  return {
    // Stops without a reason have a step of their own: the task that asks for one is named only where it holds the shift up by itself.
    tasks: (data.operationalTasks?.items ?? []).filter(
      ({ id, timeStart, action }) => pending.has(id) || (isOfShift(timeStart) && action !== 'CLASSIFY_LOSS'),
    ),
    checklists: checklists.filter(({ state }) => state === 'PENDING' || state === 'STARTED'),
    // Of those that were missed only what holds the shift up: nobody can answer them in time any more.
    missed: checklists.filter(({ id, state }) => state === 'MISSED' && unanswered.has(id)),
  }
}

/** Returns the ids that an issue of the shift names. */
export function idsOf(issues: Issues, code: Issues[number]['code']): ReadonlySet<number> {
  return new Set(issues.find((issue) => issue.code === code)?.ids)
}

const LIST_OF_ISSUE = {
  OPEN_CHECKLISTS: 'checklistOccurrences',
  OUTPUT_WITHOUT_JOB_ORDER: 'outputIIoTs',
  PENDING_TASKS: 'operationalTasks',
  QUALITY_LOSSES_WITHOUT_REASON: 'rejects',
  UNCONFIRMED_OUTPUT: 'outputIIoTs',
} as const

/** Returns the issues of a step of which no list is known, since it was not answered or the viewer may not read it: nobody can say here that nothing is left of them. */
export function unseenOf(issues: Issues, data: ClosingMoreQuery | undefined, step: ClosingStep): Issues {
  return issues.filter(
    ({ code }) => code !== 'UNCLASSIFIED_LOSSES' && STEP_OF_ISSUE[code] === step && (data?.[LIST_OF_ISSUE[code]] ?? null) === null,
  )
}

/** Returns how much there is to do of what is listed and what is not; at least something while nothing is known. */
export function workOf(listed: number, unseen: Issues, isUnknown: boolean): number {
  const work = unseen.reduce((sum, { count }) => sum + count, listed)
  return isUnknown ? Math.max(1, work) : work
}

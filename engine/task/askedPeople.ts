import type { OperationalPlan } from './operationalTask.ts'

/** Whom a task asks: the person who has it, else the team of its plan, else everybody who may do it there. */
export type AskedPeople = {
  readonly assigneeId: string | null
  readonly event: OperationalPlan['event']
}

/** Returns whether the task asks the person (domain.md T-8): it is theirs, or nobody's and their team's, or nobody's and of no team. */
export function asksPerson(
  { assigneeId, event }: AskedPeople,
  plans: readonly { readonly event: OperationalPlan['event']; readonly teamId: string | null }[],
  person: { readonly userId: string; readonly teamId: string | null },
): boolean {
  if (assigneeId !== null) return assigneeId === person.userId
  const teamId = plans.find((plan) => plan.event === event)?.teamId ?? null
  return teamId === null || teamId === person.teamId
}

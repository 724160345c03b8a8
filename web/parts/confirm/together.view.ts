import type { ConfirmFormFragment } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { type ConfirmReading, type ConfirmRules } from './confirm.view.ts'
import { keptUnits } from './confirmAct.ts'
import { rulesOf, withoutKept } from './sheetForm.view.ts'

type Together = ConfirmFormFragment['together'][number]

/** Returns whether each of several orders is asked what of the count is its own. */
export function isDivided({ isShared, together }: Pick<ConfirmFormFragment, 'isShared' | 'together'>): boolean {
  return isShared && together.length > 1
}

/** Returns the form without what was confirmed here of any of its orders and is not sent yet: it was counted once for all of them. */
export function withoutKeptOfAll(form: ConfirmFormFragment, entries: readonly OutboxEntry[], workCenterId: number): ConfirmFormFragment {
  const kept = form.together.map(({ id }) => keptUnits(entries, workCenterId, id))
  const [accepted, rejected] = [kept.reduce((all, one) => all + one.accepted, 0), kept.reduce((all, one) => all + one.rejected, 0)]
  return withoutKept(form, { accepted, rejected })
}

/** Returns the rules of one of the orders that were counted together: its own plan, and nothing prefilled. */
export function rulesOfLine(form: ConfirmFormFragment, { planOutput, acceptedOutput }: Together, isAway: boolean): ConfirmRules {
  return { ...rulesOf(form, isAway), isShared: true, plan: { planOutput, acceptedOutput } }
}

/** Returns the orders of the lines after the count was asked anew: as they are now, those of which nothing waits any more as they were, new ones at the end. */
export function ordersAgain(before: readonly Together[], now: readonly Together[]): readonly Together[] {
  const known = before.map((order) => now.find(({ id }) => id === order.id) ?? order)
  return [...known, ...now.filter(({ id }) => !before.some((order) => order.id === id))]
}

/** What the lines come to together. */
export type Division = {
  readonly accepted: number
  readonly rejected: number
  /** What was counted and is of no line yet; below 0 = so many more are said than were counted. */
  readonly left: number
}

/** Returns the sum of the lines, and what is left of the count. */
export function divisionOf(
  { acceptedOutput, rejectedOutput }: Pick<ConfirmFormFragment, 'acceptedOutput' | 'rejectedOutput'>,
  readings: readonly Pick<ConfirmReading, 'accepted' | 'rejected'>[],
): Division {
  const sum = (of: (one: Pick<ConfirmReading, 'accepted' | 'rejected'>) => number) =>
    rounded(readings.reduce((all, one) => all + of(one), 0))
  const [accepted, rejected] = [sum((one) => one.accepted), sum((one) => one.rejected)]
  return { accepted, rejected, left: rounded(acceptedOutput + rejectedOutput - accepted - rejected) }
}

/** Returns what stands in the way: of the lines that say something the first problem, and that none does. */
export function problemOfLines(readings: readonly ConfirmReading[]): ConfirmReading['problem'] {
  const said = readings.filter(({ total, rejected }) => total !== 0 || rejected !== 0)
  return said.length === 0 ? (readings[0]?.problem ?? null) : (said.find(({ problem }) => problem !== null)?.problem ?? null)
}

function rounded(units: number): number {
  return Math.round(units * 1000) / 1000
}

import type { OrderOutcomeFragment } from '#web/api/generated/graphql.ts'
import { shownProblem } from '#web/api/shownProblem.ts'
import type { ShownProblem } from '#web/texts/problemText.ts'

/** An order that was selected with others. */
export type ManyOrder = { readonly id: number; readonly orderCode: string; readonly workCenter: { readonly timeZone: string } | null }

/** Why something was not done with one of several orders; `zone`: of its work center, null = it stood at none. */
export type RefusedOrder = { readonly id: number; readonly orderCode: string; readonly zone: string | null; readonly problem: ShownProblem }

/** What became of several orders. */
export type ManyResult = { readonly doneCount: number; readonly refused: readonly RefusedOrder[] }

/** Returns how many orders were acted on, and of each other one why it was not. */
export function resultOf(orders: readonly ManyOrder[], outcomes: readonly OrderOutcomeFragment[]): ManyResult {
  const known = new Map(orders.map((order) => [order.id, order]))
  const refused = outcomes.flatMap(({ id, errorCode, errorField, errorParams }): RefusedOrder[] =>
    errorCode === null
      ? []
      : [
          {
            id,
            orderCode: known.get(id)?.orderCode ?? String(id),
            zone: known.get(id)?.workCenter?.timeZone ?? null,
            problem: shownProblem({ code: errorCode, field: errorField, params: errorParams ?? '{}' }),
          },
        ],
  )
  return { doneCount: outcomes.length - refused.length, refused }
}

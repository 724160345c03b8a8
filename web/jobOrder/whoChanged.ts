import type { WhoChangedOrdersQuery } from '#web/api/generated/graphql.ts'
import { alreadySo } from '#web/parts/order/alreadySo.ts'
import type { ShownProblem } from '#web/texts/problemText.ts'

/** Returns the orders, each once, that were refused because somebody else was faster. */
export function askedAbout(refused: readonly { readonly id: number; readonly problem: ShownProblem }[]): readonly number[] {
  const ids = refused.flatMap(({ id, problem }) => ((alreadySo(problem)?.by ?? '') === '' ? [] : [id]))
  return [...new Set(ids)].toSorted((one, other) => one - other)
}

/** Returns the names of the people who did something with the orders, by their ids. */
export function namesOf(orders: WhoChangedOrdersQuery['jobOrdersPages']['items']): ReadonlyMap<string, string> {
  const people = orders.flatMap(({ events, runs }) => [
    ...events.map(({ createdBy }) => createdBy),
    ...runs.map(({ startedBy }) => startedBy),
  ])
  return new Map(people.flatMap((person) => (person === null ? [] : [[person.id, person.fullName]])))
}

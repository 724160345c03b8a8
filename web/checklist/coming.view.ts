import type { ChecklistForecastQuery } from '#web/api/generated/graphql.ts'

type Foretold = ChecklistForecastQuery['checklistForecast']['runs'][number]

/** What comes at a work center: each checklist once, with its times. */
export type ComingPlace = {
  readonly id: number
  readonly name: string
  readonly timeZone: string | null
  readonly checklists: readonly { readonly id: number; readonly name: string; readonly times: readonly number[] }[]
}

/** Returns what is foretold and still to come, by work center in the order of their names; within one by the soonest. */
export function comingOf(foretold: readonly Foretold[], now: number, compare: (a: string, b: string) => number): readonly ComingPlace[] {
  const ahead = foretold.filter(({ dueAt }) => Date.parse(dueAt) > now)
  const places = [...Map.groupBy(ahead, ({ workCenterId }) => workCenterId)].map(([id, list]) => ({
    id,
    name: list[0]?.workCenter?.name ?? String(id),
    timeZone: list[0]?.workCenter?.timeZone ?? null,
    checklists: [...Map.groupBy(list, ({ checklist }) => checklist?.id ?? 0)]
      .map(([checklistId, runs]) => ({
        id: checklistId,
        name: runs[0]?.checklist?.name ?? '',
        times: runs.map(({ dueAt }) => Date.parse(dueAt)).toSorted((left, right) => left - right),
      }))
      .toSorted((left, right) => (left.times[0] ?? 0) - (right.times[0] ?? 0)),
  }))
  return places.toSorted((left, right) => compare(left.name, right.name))
}

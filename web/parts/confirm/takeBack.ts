import type { ApiProblem } from '#web/api/problems.ts'

type Row = { readonly id: number; readonly postingId: number }

/** Returns a row of each posting of an act, by which that posting is taken back: an act over several segments may be several postings. */
export function oneOfEachPosting(rows: readonly Row[]): readonly number[] {
  return [...new Map(rows.toReversed().map(({ id, postingId }) => [postingId, id])).values()].toReversed()
}

/**
 * Returns how what was confirmed here is taken back: dropped before it is sent, and by its rows. Null where something of it waited and was sent meanwhile: then
 * nobody here knows its rows, and it is taken back where it is listed.
 */
export function wayBack<Entry extends { readonly key: string }>(
  keptKeys: readonly string[],
  entries: readonly Entry[],
): { readonly kept: readonly Entry[] } | null {
  const kept = entries.filter(({ key }) => keptKeys.includes(key))
  return kept.length === keptKeys.length ? { kept } : null
}

/** What was not taken back of an act, and why. */
export type TakenBack = { readonly left: readonly number[]; readonly problem: ApiProblem | null }

/** Returns what is left once the postings of the rows were taken back, one after the other, up to the first that was refused. */
export async function takeBack(ids: readonly number[], cancel: (id: number) => Promise<readonly ApiProblem[]>): Promise<TakenBack> {
  const [id, ...others] = ids
  if (id === undefined) return { left: [], problem: null }
  const [problem] = await cancel(id)
  return problem === undefined ? await takeBack(others, cancel) : { left: ids, problem }
}

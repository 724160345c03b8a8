import type { ApiProblem } from '#web/api/problems.ts'
import type { ConfirmDraft, PadField } from './confirm.view.ts'

/** Who confirmed what a sheet shows after it was opened, when (ms UTC); null name = the product. */
export type Faster = { readonly at: number; readonly name: string | null }

/** Returns who was faster where that is why a confirmation was refused; null for another reason (domain.md O-8). */
export function confirmedMeanwhile(problems: readonly Pick<ApiProblem, 'code' | 'params'>[]): Faster | null {
  const { at, name } = problems.find(({ code }) => code === 'SEGMENT_CONFIRMED')?.params ?? {}
  if (typeof at !== 'number') return null
  return { at, name: typeof name === 'string' && name !== '' ? name : null }
}

const OF_THE_COUNT: ReadonlySet<PadField> = new Set(['accepted', 'total'])

/** Returns the draft for another count: what was accepted and made in all is as it was counted now, rejects and their reasons stay as they were typed. */
export function countedAgain(draft: ConfirmDraft): ConfirmDraft {
  const isKept = (field: string) => ![...OF_THE_COUNT].some((one) => one === field)
  return { ...draft, texts: Object.fromEntries(Object.entries(draft.texts).filter(([field]) => isKept(field))), isFresh: true }
}

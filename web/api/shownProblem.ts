import type { ShownProblem } from '#web/texts/problemText.ts'

/** Returns a problem that an answer holds as its sentence needs it. */
export function shownProblem({ code, field, params }: ToldProblem): ShownProblem {
  const values: unknown = JSON.parse(params)
  return { code, field: field ?? undefined, params: typeof values === 'object' && values !== null ? { ...values } : {} }
}

/** As the API tells it: what the text names is JSON. */
type ToldProblem = { readonly code: string; readonly field: string | null; readonly params: string }

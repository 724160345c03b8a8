import type { TFunction } from 'i18next'

/** What is wrong with a value, as the engine and the API name it. */
export type ShownProblem = { readonly code: string; readonly params?: Readonly<Record<string, unknown>> | undefined }

/** Returns the sentence for a problem; one that has no sentence of its own is told as something that went wrong. Needs the texts of a `withTexts` page. */
export function problemText(t: TFunction<string[]>, { code, params = {} }: ShownProblem): string {
  return t([`code.${code}`, 'code.UNKNOWN'], { ...params })
}

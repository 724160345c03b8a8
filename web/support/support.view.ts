import type { SupportStatus } from '#engine/support/supportRequest.ts'
import { foldText } from '#web/ui/foldText.ts'

/** Below so many nobody has to look for one. */
export const SEARCH_FROM = 6

type Question = {
  readonly content: string
  readonly status: SupportStatus
  readonly companyName: string
  readonly createdBy?: { readonly fullName: string } | null
  readonly workCenter?: { readonly name: string } | null
  readonly messages: readonly { readonly content: string }[]
}

/** Returns the questions of the status that have all words: in what was asked and answered, and in the names of company, person and machine. Empty = any. */
export function foundQuestions<Row extends Question>(
  rows: readonly Row[],
  { q, status }: { readonly q: string; readonly status: SupportStatus | '' },
): readonly Row[] {
  const words = foldText(q).split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (status !== '' && row.status !== status) return false
    const names = [row.companyName, row.createdBy?.fullName ?? '', row.workCenter?.name ?? '']
    const text = foldText([row.content, ...row.messages.map(({ content }) => content), ...names].join('\n'))
    return words.every((word) => text.includes(word))
  })
}

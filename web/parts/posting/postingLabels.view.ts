import type { ListedConfirmationFragment } from '#web/api/generated/graphql.ts'

/** A label to stick on what was made: the code that is scanned, and what it stands for. */
export type PostingLabel = { readonly code: string; readonly lines: readonly string[] }

type Row = Pick<ListedConfirmationFragment, 'batchCode' | 'container' | 'jobOrder' | 'output' | 'outputType'>

/** Returns a label for each container of the posting with what the posting put into it, else for each batch that it made; none where it made neither. */
export function labelsOf(rows: readonly Row[], quantityText: (units: number) => string): readonly PostingLabel[] {
  const accepted = rows.filter(({ outputType }) => outputType === 'ACCEPTED')
  const codeOf = ({ container, batchCode }: Row) => container?.code ?? batchCode
  return [...Map.groupBy(accepted, codeOf)].flatMap(([code, own]) => {
    const [first] = own
    if (code === null || first === undefined) return []
    const units = own.reduce((sum, { output }) => Math.round((sum + output) * 1000) / 1000, 0)
    const { jobOrder, batchCode } = first
    const lines = [
      jobOrder?.product?.name ?? '',
      quantityText(units),
      batchCode === code ? '' : (batchCode ?? ''),
      jobOrder?.orderCode ?? '',
    ]
    return [{ code, lines: lines.filter((line) => line !== '') }]
  })
}

import { CodeLabel } from '#web/parts/print/CodeLabel.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import type { PostingLabel } from './postingLabels.view.ts'

export type PostingLabelsProps = { readonly labels: readonly PostingLabel[]; readonly onPrinted: () => void }

/** Returns the labels of a posting, printed at once: one for each container, else one for each batch that it made. */
export function PostingLabels({ labels, onPrinted }: PostingLabelsProps) {
  return (
    <PrintSheet size="100x50" onPrinted={onPrinted}>
      {labels.map(({ code, lines }) => (
        <CodeLabel key={code} size="100x50" code={code} lines={lines} />
      ))}
    </PrintSheet>
  )
}

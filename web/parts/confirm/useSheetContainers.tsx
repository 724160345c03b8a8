import { type ReactNode, useState } from 'react'
import { useClient } from 'urql'
import { ScanTextDocument } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './ConfirmSheet.module.css'
import { containersOf, withContainer, withoutContainer } from './sheetContainers.ts'

/** The containers that accepted output of a confirmation goes into. */
export type SheetContainers = {
  readonly codes: readonly string[]
  /** What stands in the field. */
  readonly text: string
  /** Adds the scanned code to what stood in the field before it; it is taken out again where it stands for something else than a container. */
  readonly scan: (code: string, before: string) => Promise<void>
  /** Puts back what stood in the field. */
  readonly restore: (before: string) => void
  /** Of the batch that is made; empty = its code is made up where the product has batches. */
  readonly batchCode: string
  /** What was typed of it, and how it is put back. */
  readonly typedBatch: string
  readonly restoreBatch: (typed: string) => void
  readonly field: ReactNode
}

type AskedContainers = {
  readonly workCenterId: number
  readonly scanned: string | null
  /** Whether what is made always goes into a batch. */
  readonly isBatchTracked: boolean
  /** The sentence of what was refused of a field. */
  readonly problemOf: (field: 'batch' | 'containers') => string | null
}

/** Returns the containers and the batch of the sheet, folded until one is named; one that is scanned while the sheet is open is added. */
export function useSheetContainers({ workCenterId, scanned, isBatchTracked, problemOf }: AskedContainers): SheetContainers {
  const { t } = useTexts('confirm')
  const client = useClient()
  const [text, setText] = useState(scanned ?? '')
  const [added, setAdded] = useState(scanned)
  if (added !== scanned) {
    setAdded(scanned)
    if (scanned !== null) setText(withContainer(text, scanned))
  }
  // Once open it stays: emptied, the field would vanish under the caret.
  const [isOpen, setOpen] = useState(scanned !== null)
  const codes = containersOf(text)
  const [batchCode, setBatchCode] = useState('')
  const [wrongBatch, wrongContainer] = [problemOf('batch'), problemOf('containers')]
  const scan = async (code: string, before: string): Promise<void> => {
    // At once: who confirms before the answer comes confirms into it.
    const after = withContainer(before, code)
    setText(after)
    // A code that nobody knows is a new container; without a connection the server says later what it is.
    const { data } = await client.query(ScanTextDocument, { text: code, workCenterId }, { requestPolicy: 'network-only' }).toPromise()
    const matches = data?.scan ?? []
    if (matches.length > 0 && matches.every(({ kind }) => kind !== 'CONTAINER')) {
      showToast(t('container.other', { code }))
      if (after !== before) setText((now) => withoutContainer(now, code))
    }
  }
  const field = (
    <details
      className={classes['materials']}
      open={text !== '' || isOpen || isBatchTracked || wrongBatch !== null || wrongContainer !== null}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{codes.length === 0 ? t('container.batchAndContainers') : t('container.summary', { count: codes.length })}</summary>
      <TextField
        name="batchCode"
        label={t(isBatchTracked ? 'container.batchOrMadeUp' : 'container.batch')}
        value={batchCode}
        maxLength={64}
        error={wrongBatch}
        onChange={setBatchCode}
      />
      <label className={classes['comment']}>
        {t('container.codes')}
        <input value={text} maxLength={500} autoComplete="off" onChange={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      {wrongContainer !== null && <p className={classes['wrong']}>{wrongContainer}</p>}
    </details>
  )
  return { codes, text, scan, restore: setText, batchCode: batchCode.trim(), typedBatch: batchCode, restoreBatch: setBatchCode, field }
}

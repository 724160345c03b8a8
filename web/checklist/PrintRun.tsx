import { useState } from 'react'
import { useClient } from 'urql'
import { fetchFile } from '#web/api/file.ts'
import { ChecklistPrintDocument, PrintChecklistDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useSession } from '#web/base/session.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ChecklistForm.module.css'

/** The server waits some seconds each time. */
const MOST_ASKED = 12

/** Returns the button that has the run made into a PDF and keeps it on the device. */
export function PrintRun({ id, name }: { readonly id: number; readonly name: string }) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const client = useClient()
  const { accessToken } = useSession()
  const tenantId = useViewer().company?.id ?? null
  const ordering = useChange(PrintChecklistDocument)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const make = async (): Promise<string | null> => {
    const { data, problems } = await ordering.run({ occurrenceId: id, language: locale.slice(0, 2) })
    const [refused] = problems
    if (refused !== undefined) return problemText(t, refused)
    let print = data?.printChecklist ?? null
    for (let asked = 0; print !== null && isComing(print) && asked < MOST_ASKED; asked++) {
      const answer = await client.query(ChecklistPrintDocument, { id: print.id }, { requestPolicy: 'network-only' }).toPromise()
      print = answer.data?.checklistPrint ?? null
    }
    const fileId = print?.fileId ?? null
    if (fileId === null) return t('print.failed')
    const file = await fetchFile({ id: fileId, accessToken, tenantId })
    if (!(file instanceof Blob)) return problemText(t, file)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${name}.pdf`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
    return null
  }
  return (
    <>
      <ActionButton
        isBusy={isBusy}
        onClick={() => {
          setBusy(true)
          void make()
            .then(setProblem)
            .finally(() => setBusy(false))
        }}
      >
        {t('print.pdf')}
      </ActionButton>
      {problem !== null && <Alert className={classes['problem']}>{problem}</Alert>}
    </>
  )
}

function isComing({ state, fileId }: { readonly state: string; readonly fileId: string | null }): boolean {
  return fileId === null && state !== 'FAILED' && state !== 'CANCELLED'
}

import { useState } from 'react'
import { useQuery } from 'urql'
import { mayEditWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { ClosePublicAccessDocument, OpenPublicAccessDocument, PublicAccessDocument } from '#web/api/generated/graphql.ts'
import type { UiPageFieldsFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { OpenPage } from './OpenPage.tsx'
import { WhatIsSeen } from './WhatIsSeen.tsx'
import classes from './PublicAccessDialog.module.css'

export type PublicAccessDialogProps = {
  readonly workCenterId: number
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Returns the dialog of a work center's public page: what strangers see, its link, and open and close (U-21). */
export function PublicAccessDialog({ workCenterId, name, isOpen, onClose }: PublicAccessDialogProps) {
  const { t } = useTexts('publicAccess')
  const [result, ask] = useQuery({
    query: PublicAccessDocument,
    variables: { workCenterId },
    pause: !isOpen,
    requestPolicy: 'cache-and-network',
  })
  const refetch = () => ask({ requestPolicy: 'network-only' })
  const { isBusy, change } = usePublicAccess(workCenterId)
  const [problem, setProblem] = useState<string | null>(null)
  const page = result.data?.workCenter?.uiPage ?? null
  const mayChange = mayEditWorkCenters(useViewer())

  const open = async () => {
    const failure = await change('open')
    setProblem(failure === null ? null : `${t('openFailed')} ${failure}`)
    if (failure === null) refetch()
  }
  const undo = async () => {
    const failure = await change('undo')
    showToast(failure === null ? t('reopened') : `${t('openFailed')} ${failure}`)
  }
  const close = async () => {
    const failure = await change('close')
    if (failure !== null) return setProblem(`${t('closeFailed')} ${failure}`)
    onClose()
    showToast(t('closed'), { label: t('undo'), run: () => void undo() })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        setProblem(null)
        onClose()
      }}
      title={t('title', { name })}
      closeLabel={t('state.close')}
    >
      <p className={classes['intro']}>{t('intro')}</p>
      <WhatIsSeen />
      {result.error && result.data == null && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {page !== null && <OpenPage page={page} />}
      <Alert className={classes['problem']}>{problem}</Alert>
      {result.data != null && mayChange && <Actions page={page} isBusy={isBusy} onOpen={() => void open()} onClose={() => void close()} />}
    </Dialog>
  )
}

type ActionsProps = {
  readonly page: UiPageFieldsFragment | null
  readonly isBusy: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function Actions({ page, isBusy, onOpen, onClose }: ActionsProps) {
  const { t } = useTexts('publicAccess')
  return (
    <DialogActions>
      {page === null ? (
        <ActionButton isMain isBusy={isBusy} onClick={onOpen}>
          {t('open')}
        </ActionButton>
      ) : (
        <ActionButton isDanger isBusy={isBusy} onClick={onClose}>
          {t('close')}
        </ActionButton>
      )}
    </DialogActions>
  )
}

/** Returns functions to open and close the page; each returns its refusal, null on success. */
function usePublicAccess(workCenterId: number) {
  const { t } = useTexts('publicAccess')
  const opening = useChange(OpenPublicAccessDocument)
  const closing = useChange(ClosePublicAccessDocument)
  const change = async (how: 'open' | 'undo' | 'close'): Promise<string | null> => {
    const { data, problems } =
      how === 'close' ? await closing.run({ workCenterId }) : await opening.run({ workCenterId, undo: how === 'undo' })
    const [problem] = problems
    return data !== null || problem === undefined ? null : problemText(t, problem)
  }
  return { isBusy: opening.isBusy || closing.isBusy, change }
}

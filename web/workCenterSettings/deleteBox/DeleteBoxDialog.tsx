import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteBoxDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import classes from './DeleteBoxDialog.module.css'

type DeleteBoxDialogProps = {
  readonly workCenter: { readonly id: number; readonly name: string }
  readonly isOpen: boolean
  readonly onClose: () => void
}

const PARTS = ['stays', 'ends', 'device'] as const

/** Returns the question before a work center is deleted, with the effects on its data and device; then the list is shown (U-41). */
export function DeleteBoxDialog({ workCenter, isOpen, onClose }: DeleteBoxDialogProps) {
  const { t } = useTexts('deleteBox')
  const navigate = useNavigate()
  const { isBusy, run: deleteBox } = useChange(DeleteBoxDocument)
  const [refused, setRefused] = useState<string | null>(null)
  const { name } = workCenter

  const confirm = async () => {
    setRefused(null)
    const [problem] = (await deleteBox({ boxId: workCenter.id })).problems
    if (problem !== undefined) {
      setRefused(problemText(t, problem))
      return showToast(t('failed'))
    }
    onClose()
    showToast(t('deleted', { name }))
    // What was typed in the settings is of no use any more: nobody is asked about it.
    return navigate({ to: '/boxes', ignoreBlocker: true })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('title', { name })}
      confirmLabel={t('confirm', { name })}
      cancelLabel={t('cancel')}
      closeLabel={t('state.close')}
      isDanger
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <dl className={classes['parts']}>
        {PARTS.map((part) => (
          <div key={part}>
            <dt>{t(`part.${part}.title`)}</dt>
            <dd>{t(`part.${part}.text`, { name })}</dd>
          </div>
        ))}
      </dl>
      <Alert className={classes['refused']}>{refused}</Alert>
    </ConfirmDialog>
  )
}

import { DeleteLossReasonDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Reason } from './reasonTree.view.ts'

type DeleteReasonProps = { readonly reason: Reason | null; readonly onClose: () => void; readonly onDone: () => void }

/** Returns the question before a reason is deleted that was never used. */
export function DeleteReason({ reason, onClose, onDone }: DeleteReasonProps) {
  const { t } = useTexts('lossReason')
  const deleteReason = useChange(DeleteLossReasonDocument)
  const name = reason?.name ?? ''
  const remove = async ({ id, version }: Reason) => {
    const { data, problems } = await deleteReason.run({ id, version })
    showToast(data ? t('deleted', { name }) : problems.map((one) => problemText(t, one)).join('. '))
    onClose()
    onDone()
  }
  return (
    <ConfirmDialog
      isOpen={reason !== null}
      title={t('delete.question', { name })}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('cancel')}
      closeLabel={t('state.close')}
      isDanger
      isBusy={deleteReason.isBusy}
      onConfirm={() => {
        if (reason !== null) void remove(reason)
      }}
      onClose={onClose}
    >
      <p>{t('delete.help')}</p>
    </ConfirmDialog>
  )
}

import { DeleteLossReasonGroupDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { ReasonGroup } from './reasonTree.view.ts'

type DeleteGroupProps = { readonly group: ReasonGroup | null; readonly onClose: () => void; readonly onDone: () => void }

/** Returns the question before a group is deleted; its reasons stay, without a group. */
export function DeleteGroup({ group, onClose, onDone }: DeleteGroupProps) {
  const { t } = useTexts('lossReason')
  const deleteGroup = useChange(DeleteLossReasonGroupDocument)
  const name = group?.name ?? ''
  const remove = async ({ id, version }: ReasonGroup) => {
    const { data, problems } = await deleteGroup.run({ id, version })
    showToast(data ? t('deleted', { name }) : problems.map((one) => problemText(t, one)).join('. '))
    onClose()
    onDone()
  }
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={t('group.deleteQuestion', { name })}
      confirmLabel={t('group.delete')}
      cancelLabel={t('cancel')}
      closeLabel={t('state.close')}
      isDanger
      isBusy={deleteGroup.isBusy}
      onConfirm={() => {
        if (group !== null) void remove(group)
      }}
      onClose={onClose}
    >
      <p>{t('group.deleteHelp')}</p>
    </ConfirmDialog>
  )
}

import { DeleteWorkCenterGroupDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import classes from './GroupsDialog.module.css'
import type { Group } from './groups.view.ts'
import { GROUP_CHANGE } from './useGroups.ts'

type DeleteGroupProps = {
  readonly group: Group | null
  /** How many work centers it holds. */
  readonly count: number
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Returns the question before a group is deleted, with the effect on its work centers and linked loss reasons. */
export function DeleteGroup({ group, count, onClose, onDeleted }: DeleteGroupProps) {
  const { t } = useTexts('groups')
  const { run, isBusy, problems, forget } = useChange(DeleteWorkCenterGroupDocument, GROUP_CHANGE)
  const name = group?.name ?? ''
  const close = () => {
    forget()
    onClose()
  }
  const remove = async (id: number) => {
    if ((await run({ id })).data === null) return
    onDeleted()
    close()
  }
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={t('question', { name })}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      closeLabel={t('state.close')}
      isDanger
      isBusy={isBusy}
      onConfirm={() => {
        if (group !== null) void remove(group.id)
      }}
      onClose={close}
    >
      <p>{t('deleteHelp', { count })}</p>
      {group !== null && group.lossReasonsCount > 0 && <p>{t('deleteReasons', { count: group.lossReasonsCount })}</p>}
      {problems.length > 0 && <Alert className={classes['problem']}>{problems.map((one) => problemText(t, one)).join('. ')}</Alert>}
    </ConfirmDialog>
  )
}

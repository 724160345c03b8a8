import { DeleteUserDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Employee } from './people.ts'

type DeleteEmployeeProps = { readonly employee: Employee | null; readonly onClose: () => void; readonly onDeleted: () => void }

/** Returns the question before an employee is removed from the company, and its outcome, in the words of spec 000 §8. */
export function DeleteEmployee({ employee, onClose, onDeleted }: DeleteEmployeeProps) {
  const { t } = useTexts('user')
  const deleteUser = useChange(DeleteUserDocument)
  const name = employee?.fullName ?? ''
  const remove = async (id: string) => {
    const { data, problems } = await deleteUser.run({ userId: id })
    if (data) {
      showToast(t('delete.done', { name }))
      onDeleted()
    } else {
      showToast([t('delete.failed', { name }), ...problems.map((problem) => problemText(t, problem))].join('. '))
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={employee !== null}
      title={t('delete.question')}
      confirmLabel={t('delete.confirm', { name })}
      cancelLabel={t('form.cancel')}
      closeLabel={t('state.close')}
      isDanger
      isBusy={deleteUser.isBusy}
      onConfirm={() => {
        if (employee !== null) void remove(employee.id)
      }}
      onClose={onClose}
    >
      <p>{t('delete.help', { name })}</p>
    </ConfirmDialog>
  )
}

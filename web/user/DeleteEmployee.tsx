import { useState } from 'react'
import { DeleteUserDocument } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Employee } from './people.ts'
import { useChange } from './useChange.ts'

type DeleteEmployeeProps = { readonly employee: Employee | null; readonly onClose: () => void; readonly onDeleted: () => void }

/** Returns the question before an employee is removed from the company, and what became of it, in the words of spec 000 §8. */
export function DeleteEmployee({ employee, onClose, onDeleted }: DeleteEmployeeProps) {
  const { t } = useTexts('user')
  const change = useChange()
  const [isBusy, setBusy] = useState(false)
  const name = employee?.fullName ?? ''
  const remove = async (id: string) => {
    setBusy(true)
    const { data, problems } = await change(DeleteUserDocument, { userId: id }).finally(() => setBusy(false))
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
      isBusy={isBusy}
      onConfirm={() => {
        if (employee !== null) void remove(employee.id)
      }}
      onClose={onClose}
    >
      <p>{t('delete.help', { name })}</p>
    </ConfirmDialog>
  )
}

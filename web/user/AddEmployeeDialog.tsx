import { CreateUserDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { AddEmployeeForm } from './AddEmployeeForm.tsx'
import { EMPTY_EMPLOYEE, newEmployeeProblems, newEmployeeVariables } from './newEmployee.view.ts'
import type { PartProps } from './people.ts'

type AddEmployeeDialogProps = PartProps & { readonly isOpen: boolean; readonly onClose: () => void }

/** Returns the dialog that makes an account for somebody of the company: usable at once, with the password that is handed over (spec 000 §7, createUser). */
export function AddEmployeeDialog({ people, onChanged, isOpen, onClose }: AddEmployeeDialogProps) {
  const { t } = useTexts('user')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('add.title')} closeLabel={t('state.close')} isWide>
      <NewEmployee people={people} onChanged={onChanged} onClose={onClose} />
    </Dialog>
  )
}

function NewEmployee({ people, onChanged, onClose }: Pick<AddEmployeeDialogProps, 'people' | 'onChanged' | 'onClose'>) {
  const { t } = useTexts('user')
  const createUser = useChange(CreateUserDocument)
  const form = useForm({
    initial: EMPTY_EMPLOYEE,
    check: newEmployeeProblems,
    save: async (values) => {
      const { data, problems } = await createUser.run(newEmployeeVariables(values))
      if (data) {
        showToast(t('add.done', { name: data.createUser.fullName }))
        onChanged()
        onClose()
      }
      return problems
    },
  })
  return <AddEmployeeForm form={form} people={people} onCancel={onClose} />
}

import { CreateGroupDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { ColorField } from '#web/parts/color/ColorField.tsx'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './generalData.module.css'

export type Group = { readonly id: number; readonly name: string }

type NewGroupDialogProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly onMade: (group: Group) => void }

/** Returns the dialog that makes a group for a work center. It is outside the tab's form, since it is a form itself. */
export function NewGroupDialog({ isOpen, onClose, onMade }: NewGroupDialogProps) {
  const { t } = useTexts('generalData')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('group.title')} closeLabel={t('state.close')}>
      <NewGroup onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

function NewGroup({ onClose, onMade }: Omit<NewGroupDialogProps, 'isOpen'>) {
  const { t } = useTexts('generalData')
  const { run: create } = useChange(CreateGroupDocument)
  const form = useForm({
    initial: { name: '', color: String(MARK_COLORS[0]) },
    check: ({ name }: { readonly name: string; readonly color: string }) =>
      name.trim() === '' ? [{ code: 'REQUIRED', field: 'name' }] : [],
    save: async (values) => {
      const { data, problems } = await create(values)
      if (data) onMade(data.createWorkCenterGroup)
      return problems
    },
  })
  const toText = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  return (
    <form className={classes['newGroup']} noValidate onSubmit={form.submit}>
      <TextField {...fieldOf(form, 'name', toText)} label={t('group.name')} maxLength={200} />
      <ColorField {...fieldOf(form, 'color', toText)} />
      <div role="alert">
        {form.others.map((problem) => (
          <p key={problem.code}>
            <Explained>{toText(problem)}</Explained>
          </p>
        ))}
      </div>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('group.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('group.create')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

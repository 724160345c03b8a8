import { useRef } from 'react'
import { CreateLossReasonGroupDocument, UpdateLossReasonGroupDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { ColorField } from '#web/parts/color/ColorField.tsx'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { NameFields } from './NameFields.tsx'
import classes from './ReasonForm.module.css'
import { NAME_MAX_LENGTH, type Names, namesOf, problemsOfName, translationsOf } from './reasonForm.view.ts'
import type { ReasonGroup } from './reasonTree.view.ts'

type GroupDialogProps = {
  readonly edited: ReasonGroup | 'new' | null
  readonly groups: readonly ReasonGroup[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Returns the dialog for the names and the colour of a group of reasons; a new one begins with a colour that no other has. */
export function GroupDialog({ edited, groups, onClose, onSaved }: GroupDialogProps) {
  const { t } = useTexts('lossReason')
  const title = edited === 'new' ? t('group.create') : t('group.edit')
  return (
    <Dialog isOpen={edited !== null} onClose={onClose} title={title} closeLabel={t('state.close')}>
      {edited !== null && <GroupForm edited={edited} groups={groups} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  )
}

type Values = { readonly name: string; readonly color: string; readonly translations: Names }

function GroupForm({ edited, groups, onClose, onSaved }: GroupDialogProps & { readonly edited: ReasonGroup | 'new' }) {
  const { t } = useTexts('lossReason')
  const create = useChange(CreateLossReasonGroupDocument)
  const update = useChange(UpdateLossReasonGroupDocument)
  const version = useRef(edited === 'new' ? null : edited.version)
  const form = useForm<Values>({
    initial:
      edited === 'new'
        ? { name: '', color: freeColor(groups), translations: namesOf([]) }
        : { name: edited.originalName, color: edited.color, translations: namesOf(edited.translations) },
    check: problemsOfName,
    save: async (values) => {
      const input = { name: values.name.trim(), color: values.color.trim(), translations: translationsOf(values.translations) }
      const { data, problems } =
        edited === 'new' ? await create.run({ input }) : await update.run({ input: { ...input, id: edited.id, version: version.current } })
      if (data === null) {
        const theirs = problems.find(({ code }) => code === 'CONFLICT')?.params['version']
        if (typeof theirs === 'number') version.current = theirs
        return problems
      }
      showToast(t('edit.saved', { name: input.name }))
      onSaved()
      onClose()
      return []
    },
  })
  const field = <Name extends keyof Values>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  return (
    <form noValidate onSubmit={form.submit} className={classes['form']}>
      <TextField {...field('name')} label={t('field.name')} maxLength={NAME_MAX_LENGTH} />
      <ColorField {...field('color')} />
      <NameFields
        names={form.values.translations}
        onChange={(names) => form.set('translations', names)}
        error={field('translations').error}
      />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {edited === 'new' ? t('make') : t('save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

function freeColor(groups: readonly ReasonGroup[]): string {
  const taken = new Set(groups.map(({ color }) => color.toUpperCase()))
  return MARK_COLORS.find((color) => !taken.has(color)) ?? MARK_COLORS[0]
}

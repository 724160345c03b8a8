import { useRef } from 'react'
import { CreateWorkCenterGroupDocument, UpdateWorkCenterGroupDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { ColorField } from '#web/parts/color/ColorField.tsx'
import { isColor, MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { GroupConflict } from './GroupConflict.tsx'
import classes from './GroupsDialog.module.css'
import type { Group } from './groups.view.ts'
import { GROUP_CHANGE } from './useGroups.ts'

const NAME_MAX_LENGTH = 200

type Values = { readonly name: string; readonly color: string }
type GroupFormProps = { readonly edited: Group | 'new' | null; readonly groups: readonly Group[]; readonly onClose: () => void }

/** Returns the dialog for the name and the colour of a group; a new one begins with a colour that no other has. */
export function GroupForm({ edited, groups, onClose }: GroupFormProps) {
  const { t } = useTexts('groups')
  const title = edited === 'new' ? t('create') : t('editTitle')
  return (
    <Dialog isOpen={edited !== null} onClose={onClose} title={title} closeLabel={t('state.close')}>
      {edited !== null && <Form edited={edited} groups={groups} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ edited, groups, onClose }: GroupFormProps & { readonly edited: Group | 'new' }) {
  const { t } = useTexts('groups')
  const create = useChange(CreateWorkCenterGroupDocument, GROUP_CHANGE)
  const update = useChange(UpdateWorkCenterGroupDocument, GROUP_CHANGE)
  /** The version that the change is made to; saving over somebody else's change takes theirs. */
  const version = useRef(edited === 'new' ? null : edited.version)
  const form = useForm<Values>({
    initial: edited === 'new' ? { name: '', color: freeColor(groups) } : { name: edited.name, color: edited.color },
    check: problemsOfForm,
    save: async (values) => {
      const [name, color] = [values.name.trim(), values.color.trim()]
      const { problems } =
        edited === 'new' ? await create.run({ name, color }) : await update.run({ id: edited.id, name, color, version: version.current })
      if (problems.length === 0) onClose()
      return problems
    },
  })
  const field = (name: keyof Values) => fieldOf(form, name, (problem) => problemText(t, problem))
  const conflict = form.others.find(({ code }) => code === 'CONFLICT')
  return (
    <form noValidate onSubmit={form.submit}>
      {conflict !== undefined && (
        <GroupConflict
          problem={conflict}
          onKeep={(theirs) => {
            version.current = theirs
          }}
          onTake={(theirs, theirVersion) => {
            form.reset(theirs)
            version.current = theirVersion
          }}
        />
      )}
      <TextField {...field('name')} label={t('name')} maxLength={NAME_MAX_LENGTH} />
      <ColorField {...field('color')} />
      {form.others
        .filter((problem) => problem !== conflict)
        .map((problem) => (
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

/** The rules that the server has, but for what only it knows. */
function problemsOfForm({ name, color }: Values): readonly FieldProblem[] {
  const length = name.trim().length
  return [
    ...(length === 0 ? [{ code: 'REQUIRED', field: 'name' }] : []),
    ...(length > NAME_MAX_LENGTH ? [{ code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: NAME_MAX_LENGTH } }] : []),
    ...(color.trim() === '' ? [{ code: 'REQUIRED', field: 'color' }] : []),
    ...(color.trim() !== '' && !isColor(color.trim()) ? [{ code: 'INVALID_FORMAT', field: 'color', params: { example: '#2E6FDB' } }] : []),
  ]
}

function freeColor(groups: readonly Group[]): string {
  const taken = new Set(groups.map((group) => group.color.toUpperCase()))
  return MARK_COLORS.find((color) => !taken.has(color)) ?? MARK_COLORS[0]
}

import { TEAM_NAME_MAX_LENGTH, type TeamForm as TeamValues, teamFormProblems, trimTeamForm } from '#engine/company/teamForm.ts'
import { CreateTeamDocument, UpdateTeamDocument } from '#web/api/generated/graphql.ts'
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
import classes from './Parts.module.css'
import type { Team } from './people.ts'

type TeamDialogProps = {
  readonly edited: Team | 'new' | null
  readonly teams: readonly Team[]
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns the dialog for the name and the colour of a team; a new one begins with a colour that no other has. */
export function TeamDialog({ edited, teams, onClose, onChanged }: TeamDialogProps) {
  const { t } = useTexts('user')
  return (
    <Dialog
      isOpen={edited !== null}
      onClose={onClose}
      title={edited === 'new' ? t('team.create') : t('team.editTitle')}
      closeLabel={t('state.close')}
    >
      {edited !== null && <TeamForm edited={edited} teams={teams} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  )
}

function TeamForm({ edited, teams, onClose, onChanged }: TeamDialogProps & { readonly edited: Team | 'new' }) {
  const { t } = useTexts('user')
  const createTeam = useChange(CreateTeamDocument)
  const updateTeam = useChange(UpdateTeamDocument)
  const form = useForm<TeamValues>({
    initial: edited === 'new' ? { name: '', color: freeColor(teams) } : { name: edited.name, color: edited.color },
    check: (values) => teamFormProblems(trimTeamForm(values)),
    save: async (values) => {
      const { name, color } = trimTeamForm(values)
      const { data, problems } =
        edited === 'new' ? await createTeam.run({ name, color }) : await updateTeam.run({ id: edited.id, name, color })
      if (data) {
        showToast(t('team.saved', { name }))
        onChanged()
        onClose()
      }
      return problems
    },
  })
  const field = (name: keyof TeamValues) => fieldOf(form, name, (problem) => problemText(t, problem))
  return (
    <form noValidate onSubmit={form.submit}>
      <TextField {...field('name')} label={t('team.name')} maxLength={TEAM_NAME_MAX_LENGTH} />
      <ColorField {...field('color')} />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {edited === 'new' ? t('team.make') : t('edit.save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

function freeColor(teams: readonly Team[]): string {
  const taken = new Set(teams.map((team) => team.color.toUpperCase()))
  return MARK_COLORS.find((color) => !taken.has(color)) ?? MARK_COLORS[0]
}

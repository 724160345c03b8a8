import { useState } from 'react'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { DEFAULT_ROLE, JOIN_LINK_ROLES } from '#engine/user/role.ts'
import { CreateJoinLinkDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import type { MembershipValues } from './membership.view.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { NewJoinLink } from './NewJoinLink.tsx'
import { placeVariables } from './newEmployee.view.ts'
import classes from './Parts.module.css'
import type { PartProps } from './people.ts'

type JoinLinkDialogProps = PartProps & { readonly isOpen: boolean; readonly onClose: () => void }
type LinkValues = MembershipValues & { readonly days: string }

const DAYS = ['1', '7', '30', '90'] as const
const EMPTY: LinkValues = { role: DEFAULT_ROLE, teamId: NO_TEAM_ID, workCenterIds: [], days: '7' }

/** Returns the dialog that makes a link to join by and shows it this once. */
export function JoinLinkDialog({ isOpen, onClose, people, onChanged }: JoinLinkDialogProps) {
  const { t } = useTexts('user')
  const [url, setUrl] = useState<string | null>(null)
  const close = () => {
    setUrl(null)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={url === null ? t('link.create') : t('link.made')}
      closeLabel={t('state.close')}
      isKept={url !== null}
    >
      {url === null ? (
        <JoinLinkForm
          people={people}
          onCancel={onClose}
          onMade={(made) => {
            setUrl(made)
            onChanged()
          }}
        />
      ) : (
        <NewJoinLink url={url} onClose={close} />
      )}
    </Dialog>
  )
}

type JoinLinkFormProps = Pick<PartProps, 'people'> & { readonly onCancel: () => void; readonly onMade: (url: string) => void }

function JoinLinkForm({ people, onCancel, onMade }: JoinLinkFormProps) {
  const { t } = useTexts('user')
  const createJoinLink = useChange(CreateJoinLinkDocument)
  const form = useForm<LinkValues>({
    initial: EMPTY,
    check: () => [],
    save: async (values) => {
      const { role, teamId } = placeVariables(values)
      const { data, problems } = await createJoinLink.run({ role, teamId, days: Number(values.days) })
      if (data) onMade(data.createJoinLink.url)
      return problems
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <MembershipFields
        values={form.values}
        onChange={(next) => {
          if (next.role !== undefined) form.set('role', next.role)
          if (next.teamId !== undefined) form.set('teamId', next.teamId)
        }}
        teams={people.teams}
        roles={JOIN_LINK_ROLES}
      />
      <SelectField
        name="days"
        label={t('link.days')}
        value={form.values.days}
        options={DAYS.map((days) => ({ value: days, label: t('link.day', { count: Number(days) }) }))}
        onChange={(days) => form.set('days', days)}
      />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onCancel}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('link.make')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

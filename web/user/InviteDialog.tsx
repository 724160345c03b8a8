import { useState } from 'react'
import { useQuery } from 'urql'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { INVITATIONS_MAX } from '#engine/user/emailList.ts'
import { DEFAULT_ROLE } from '#engine/user/role.ts'
import { InviteUsersDocument, MemberAddressesDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { type InviteList, readInviteList } from './invite.view.ts'
import { InviteNotes } from './InviteNotes.tsx'
import type { MembershipValues } from './membership.view.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { placeVariables } from './newEmployee.view.ts'
import classes from './Parts.module.css'
import type { PartProps } from './people.ts'

type InviteDialogProps = PartProps & { readonly isOpen: boolean; readonly onClose: () => void }
type InviteValues = MembershipValues & { readonly emails: string }

const EMPTY: InviteValues = { emails: '', role: DEFAULT_ROLE, teamId: NO_TEAM_ID, workCenterIds: [] }

/** Returns the dialog that invites people by their addresses, each checked while it is typed (spec 000 §5, §8). */
export function InviteDialog({ isOpen, onClose, ...part }: InviteDialogProps) {
  const { t } = useTexts('user')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('invite.title')} closeLabel={t('state.close')} isWide>
      <InviteForm {...part} onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ people, onChanged, onClose }: Omit<InviteDialogProps, 'isOpen'>) {
  const { t } = useTexts('user')
  const inviteUsers = useChange(InviteUsersDocument)
  const [isChecked, setChecked] = useState(false)
  const [addresses] = useQuery({ query: MemberAddressesDocument, requestPolicy: 'cache-and-network' })
  const members = addresses.data?.users.map((one) => one.email) ?? []
  const form = useForm<InviteValues>({
    initial: EMPTY,
    check: (values) => checkList(readInviteList(values.emails, members)),
    save: async (values) => {
      const { emails } = readInviteList(values.emails, members)
      const { data, problems } = await inviteUsers.run({ emails: [...emails], ...placeVariables(values) })
      if (!data) {
        showToast(`${t('invite.failed')} ${t('message.tryLater')}`)
        return problems.map((problem) => (problem.field?.startsWith('emails') === true ? { ...problem, field: 'emails' } : problem))
      }
      showToast(`${t('invite.sent', { count: data.inviteUsers.invited.length })} ${t('invite.sentHelp')}`)
      onChanged()
      onClose()
      return []
    },
  })
  const list = readInviteList(form.values.emails, members)
  const problem = form.problem('emails')
  // A button that promises to send must send: this one leads to what is wrong.
  const toCorrect = form.values.emails.trim() === '' ? 0 : list.wrong.length
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setChecked(true)
        form.submit(event)
      }}
    >
      <TextField
        name="emails"
        label={t('invite.emails')}
        help={t('invite.help', { max: INVITATIONS_MAX })}
        isLong
        value={form.values.emails}
        onChange={(emails) => form.set('emails', emails)}
        onBlur={() => {
          if (form.values.emails.trim() !== '') form.touch('emails')
        }}
        error={problem === null || problem.code === 'INVALID_EMAIL' ? null : problemText(t, problem)}
      />
      <InviteNotes list={list} isEmptyShown={isChecked} isEmpty={form.values.emails.trim() === ''} />
      <div className={classes['pair']}>
        <MembershipFields
          values={form.values}
          onChange={(next) => {
            if (next.role !== undefined) form.set('role', next.role)
            if (next.teamId !== undefined) form.set('teamId', next.teamId)
            if (next.workCenterIds !== undefined) form.set('workCenterIds', next.workCenterIds)
          }}
          teams={people.teams}
          workCenters={people.workCenters}
        />
      </div>
      {form.others.map((other) => (
        <Alert key={other.code} className={classes['problem']}>
          {problemText(t, other)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {toCorrect > 0
            ? t('invite.correct', { count: toCorrect })
            : list.emails.length === 0
              ? t('invite.send')
              : t('invite.sendCount', { count: list.emails.length })}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

/** A list with members only has nobody to invite. */
function checkList(list: InviteList) {
  if (list.wrong.length > 0) return [{ code: 'INVALID_EMAIL', field: 'emails' }]
  if (list.emails.length === 0) return [{ code: 'REQUIRED', field: 'emails' }]
  return list.isTooLong ? [{ code: 'TOO_HIGH', field: 'emails', params: { max: INVITATIONS_MAX } }] : []
}

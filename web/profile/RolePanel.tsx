import type { Role } from '#engine/access/abilities.ts'
import { useState } from 'react'
import { COMPANY_ROLES, isCompanyRole } from '#engine/user/role.ts'
import { problemOfRequests } from '#engine/user/mayEditPeople.ts'
import { AskForRoleDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

const COMMENT_MAX_LENGTH = 500

type RolePanelProps = { readonly userId: string; readonly fullName: string; readonly role: Role | null }

/** Returns the role in the current company, with the way to ask the administrators for another one (spec 000 §4). */
export function RolePanel({ userId, fullName, role }: RolePanelProps) {
  const { t } = useTexts('profile')
  const viewer = useViewer()
  const [isAsking, setAsking] = useState(false)
  if (role === null || viewer.company === null) return null
  const problem = problemOfRequests(viewer.company.id)
  const why = problem === null ? undefined : problemText(t, problem)
  return (
    <Section title={t('role.title')} text={t('role.text', { company: viewer.company.name })}>
      <div className={classes['row']}>
        <strong>{t(`role.${role}`)}</strong>
        <ActionButton isDisabled={why !== undefined} {...(why !== undefined && { why })} onClick={() => setAsking(true)}>
          {t('role.ask')}
        </ActionButton>
      </div>
      {isAsking && <RoleDialog userId={userId} fullName={fullName} current={role} onClose={() => setAsking(false)} />}
    </Section>
  )
}

type RoleDialogProps = {
  readonly userId: string
  readonly fullName: string
  readonly current: string
  readonly onClose: () => void
}

function RoleDialog({ userId, fullName, current, onClose }: RoleDialogProps) {
  const { t } = useTexts('profile')
  const { run: ask } = useChange(AskForRoleDocument)
  const form = useForm({
    initial: { role: '', comment: '' },
    check: ({ role }) => (role === '' ? [{ code: 'REQUIRED', field: 'role' }] : []),
    save: async ({ role, comment }) => {
      if (!isCompanyRole(role)) return [{ code: 'ROLE_NOT_FOUND', field: 'role' }]
      const problems = (await ask({ userId, role, comment: comment.trim() === '' ? null : comment.trim() })).problems
      showToast(problems.length === 0 ? t('role.asked', { name: fullName }) : t('role.notAsked', { name: fullName }))
      if (problems.length === 0) onClose()
      return problems
    },
  })
  const tell = (problem: FieldProblem) => problemText(t, problem)
  return (
    <Dialog isOpen onClose={onClose} title={t('role.ask')} closeLabel={t('state.close')}>
      <form onSubmit={form.submit} noValidate>
        <SelectField
          {...fieldOf(form, 'role', tell)}
          label={t('role.wanted')}
          placeholder={t('role.choose')}
          options={COMPANY_ROLES.filter((one) => one !== current).map((one) => ({ value: one, label: t(`role.${one}`) }))}
        />
        <TextField
          {...fieldOf(form, 'comment', tell)}
          label={t('role.comment')}
          optional={t('optional')}
          isLong
          maxLength={COMMENT_MAX_LENGTH}
        />
        <div role="alert">
          {form.others.map((problem) => (
            <p key={problem.code} className={classes['error']}>
              <Explained>{problemText(t, problem)}</Explained>
            </p>
          ))}
        </div>
        <DialogActions>
          <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
          <ActionButton isMain isSubmit isBusy={form.isSaving}>
            {t('role.send')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import { COMPANY_ROLES, type CompanyRole, DEFAULT_ROLE, isCompanyRole } from '#engine/user/role.ts'
import { RequestRoleChangeDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './EmployeePanel.module.css'
import type { Employee } from './people.ts'

type RequestValues = { readonly role: CompanyRole; readonly comment: string }

const COMMENT_MAX_LENGTH = 500

/** Returns the form to request a role from the administrators (spec 000 §4, §8). */
export function RoleRequestForm({ employee, onChanged }: { readonly employee: Employee; readonly onChanged: () => void }) {
  const { t } = useTexts('user')
  const requestRoleChange = useChange(RequestRoleChangeDocument)
  const name = employee.fullName
  const others = COMPANY_ROLES.filter((role) => role !== employee.role)
  const form = useForm<RequestValues>({
    initial: { role: others.find((role) => role === DEFAULT_ROLE) ?? others[0] ?? DEFAULT_ROLE, comment: '' },
    check: () => [],
    save: async ({ role, comment }) => {
      const { data, problems } = await requestRoleChange.run({ userId: employee.id, role, comment: comment.trim() || null })
      showToast(data ? t('request.sent', { name }) : t('request.failed', { name }))
      if (data) onChanged()
      return problems
    },
  })
  if (!isCompanyRole(employee.role ?? '')) return <p className={classes['note']}>{t('edit.visitor')}</p>
  return (
    <form noValidate onSubmit={form.submit}>
      <p className={classes['note']}>{t('request.help')}</p>
      <SelectField
        name="role"
        label={t('request.role')}
        value={form.values.role}
        options={others.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        onChange={(value) => form.set('role', others.find((role) => role === value) ?? form.values.role)}
        help={t(`roleHelp.${form.values.role}`)}
      />
      <TextField
        name="comment"
        label={t('request.comment')}
        optional={t('field.optional')}
        isLong
        maxLength={COMMENT_MAX_LENGTH}
        value={form.values.comment}
        onChange={(comment) => form.set('comment', comment)}
      />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <div className={classes['buttons']}>
        <span />
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('request.send')}
        </ActionButton>
      </div>
    </form>
  )
}

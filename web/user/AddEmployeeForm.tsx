import { passwordRules } from '#engine/user/password.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { RuleList } from '#web/ui/form/RuleList.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { Form } from '#web/ui/form/useForm.ts'
import { withoutSpaces } from '#web/ui/form/withoutSpaces.ts'
import { MembershipFields } from './MembershipFields.tsx'
import type { NewEmployee } from './newEmployee.view.ts'
import classes from './Parts.module.css'
import type { People } from './people.ts'

type AddEmployeeFormProps = { readonly form: Form<NewEmployee>; readonly people: People; readonly onCancel: () => void }
type TextName = 'firstName' | 'lastName' | 'email' | 'phone' | 'login' | 'password' | 'repeat'

const TEXT_NAMES: readonly TextName[] = ['firstName', 'lastName', 'email', 'phone', 'login', 'password', 'repeat']

/** Returns the form of a new employee with problems beside the fields, and one sentence below when several are missing (spec 000 §5). */
export function AddEmployeeForm({ form, people, onCancel }: AddEmployeeFormProps) {
  const { t } = useTexts('user')
  const field = (name: TextName) => fieldOf(form, name, (problem) => problemText(t, problem))
  const shown = { showLabel: t('password.show'), hideLabel: t('password.hide') }
  const missing = TEXT_NAMES.filter((name) => form.problem(name)?.code === 'REQUIRED').length
  const rules = passwordRules(form.values.password).map((rule) => ({ text: problemText(t, rule), isMet: rule.isMet }))
  return (
    <form noValidate onSubmit={form.submit}>
      <div className={classes['pair']}>
        <TextField {...field('firstName')} label={t('field.firstName')} />
        <TextField {...field('lastName')} label={t('field.lastName')} />
        <TextField
          {...field('email')}
          label={t('field.email')}
          type="email"
          onChange={(typed) => form.set('email', withoutSpaces(typed))}
        />
        <TextField {...field('phone')} label={t('field.phone')} type="tel" inputMode="tel" />
      </div>
      <TextField
        {...field('login')}
        label={t('field.login')}
        help={t('add.loginHelp')}
        onChange={(typed) => form.set('login', withoutSpaces(typed))}
      />
      <div className={classes['pair']}>
        <PasswordField
          {...field('password')}
          {...shown}
          isNew
          label={t('field.password')}
          help={<RuleList rules={rules} metLabel={t('password.met')} />}
        />
        <PasswordField {...field('repeat')} {...shown} isNew label={t('field.repeat')} help={t('add.passwordHelp')} />
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
      {missing > 1 && (
        <p role="alert" className={classes['problem']}>
          {t('code.REQUIRED_SEVERAL')}
        </p>
      )}
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onCancel}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('add.save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

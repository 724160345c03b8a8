import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { passwordRules } from '#engine/user/password.ts'
import { repeatedPasswordProblems } from '#engine/user/registration.ts'
import { ChangePasswordDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { RuleList } from '#web/ui/form/RuleList.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { FormEnd } from './FormEnd.tsx'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

const EMPTY = { oldPassword: '', newPassword: '', repeat: '' }

/** Returns the change of the password: the old one, the new one with its rules ticked while it is typed, and its repetition (spec 000 §5). */
export function PasswordPage() {
  const { t } = useTexts('profile')
  const viewer = useViewer()
  const { run: change } = useChange(ChangePasswordDocument)
  usePageTitle(t('page.password'))
  const form = useForm({
    initial: EMPTY,
    check: ({ oldPassword, newPassword, repeat }) => [
      ...(oldPassword === '' ? [{ code: 'REQUIRED', field: 'oldPassword' }] : []),
      ...repeatedPasswordProblems(newPassword, repeat, 'newPassword'),
    ],
    save: async ({ oldPassword, newPassword }) => {
      const problems = (await change({ oldPassword, newPassword })).problems
      showToast(problems.length === 0 ? t('password.saved') : t('password.notSaved'))
      if (problems.length === 0) form.reset(EMPTY)
      return problems
    },
  })
  const toText = (problem: FieldProblem) => problemText(t, problem)
  const rules = passwordRules(form.values.newPassword).map((rule) => ({ text: toText(rule), isMet: rule.isMet }))
  const labels = { showLabel: t('password.show'), hideLabel: t('password.hide') }
  return (
    <div className={classes['page']}>
      <PageHeading>{t('page.password')}</PageHeading>
      {isDemoAddress(viewer.email) && <p className={classes['notice']}>{t('demoNotice')}</p>}
      <Section title={t('password.title')} text={t('password.text')}>
        <form className={classes['form']} onSubmit={form.submit} noValidate>
          <input type="email" name="username" autoComplete="username" value={viewer.email} readOnly hidden />
          <PasswordField {...fieldOf(form, 'oldPassword', toText)} {...labels} label={t('password.old')} isNew={false} />
          <PasswordField
            {...fieldOf(form, 'newPassword', toText)}
            {...labels}
            label={t('password.new')}
            isNew
            help={<RuleList rules={rules} metLabel={t('password.ruleMet')} />}
          />
          <PasswordField {...fieldOf(form, 'repeat', toText)} {...labels} label={t('password.repeat')} isNew />
          <FormEnd form={form} label={t('password.save')} />
        </form>
      </Section>
    </div>
  )
}

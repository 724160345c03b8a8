import { useEffect, useRef } from 'react'
import { NEW_COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import { tableProblems, trimmedValues } from '#engine/fields/fieldTable.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import { RegisterCompanyDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { problemText } from '#web/texts/problemText.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { readClientSettings } from '../clientSettings.ts'
import { switchCompany } from '../tenant.ts'
import { keepToast, showToast } from '../toast.ts'
import classes from './NewCompanyForm.module.css'
import { useCompanyChoices } from './useCompanyChoices.ts'
import { browserTimeZone, visitorCountry } from './visitorCountry.ts'

const EMPTY = { name: '', country: '', timeZone: '', email: '' }

/** Returns the fields of a new company; country and time zone are chosen ahead from where the visitor is. The saved company is switched to. */
export function NewCompanyForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts('newCompany')
  const { run: register } = useChange(RegisterCompanyDocument)
  const form = useForm({
    initial: { ...EMPTY, timeZone: browserTimeZone() },
    check: (values) => tableProblems(NEW_COMPANY_FIELDS, values),
    save: async (values) => {
      const { data, problems } = await register({ createParams: trimmedValues(values) })
      if (data === null || problems.length > 0) {
        showToast(t('notAdded'))
        return problems
      }
      onClose()
      // The page is loaded anew for the company; the toast appears there.
      keepToast(t('added'))
      switchCompany(data.registerCompany)
      return []
    },
  })
  const choices = useCompanyChoices(form.values.timeZone)
  const element = useFocusOnName()
  useVisitorCountry((country) => {
    if (form.values.country === '') form.set('country', country)
  })
  const errorOf = (name: keyof typeof EMPTY) => {
    const problem = form.problem(name)
    return problem === null ? null : problemText(t, name === 'name' ? { ...problem, field: 'companyName' } : problem)
  }
  const field = (name: keyof typeof EMPTY) => ({
    name,
    label: t(`field.${name}`),
    value: form.values[name],
    error: errorOf(name),
    onBlur: () => {
      form.set(name, form.values[name].trim())
      form.touch(name)
    },
    onChange: (value: string) => form.set(name, name === 'email' ? value.replace(/\s/g, '') : value),
  })
  const waiting = choices.isLoading ? t('state.loading') : null
  return (
    <form ref={element} noValidate onSubmit={form.submit}>
      <DemoNote />
      {choices.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={choices.retry} />}
      <TextField {...field('name')} autoComplete="organization" maxLength={NEW_COMPANY_FIELDS.name.rule.length.max} />
      <ComboField {...field('country')} options={choices.countries} placeholder={waiting ?? t('chooseCountry')} />
      <ComboField {...field('timeZone')} options={choices.timeZones} placeholder={waiting ?? t('chooseTimeZone')} />
      <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" help={t('emailHelp')} />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

/** In the demo this note says, before typing, that a company needs a person's own account. */
function DemoNote() {
  const { t } = useTexts('newCompany')
  const viewer = useViewer()
  if (!isDemoAddress(viewer.email)) return null
  return (
    <p className={classes['note']}>
      {t('demoNote')} {readClientSettings().isRegistrationOpen && <a href="/registration">{t('register')}</a>}
    </p>
  )
}

function useFocusOnName() {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // After the dialog around the form has opened, which gives the focus to its first button.
    queueMicrotask(() => element.current?.querySelector('input')?.focus())
  }, [])
  return element
}

function useVisitorCountry(choose: (country: string) => void): void {
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    let isShown = true
    void visitorCountry().then((country) => {
      if (isShown && country !== null) latest.current(country)
    })
    return () => {
      isShown = false
    }
  }, [])
}

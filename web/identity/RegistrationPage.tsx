import { useEffect, useState } from 'react'
import { registrationProblems, trimRegistration, type Registration } from '#engine/user/registration.ts'
import { readClientSettings } from '#web/base/clientSettings.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { withoutSpaces } from '#web/ui/form/withoutSpaces.ts'
import { fill, sentenceOf } from './accountAnswer.view.ts'
import { readCountries, readVisitorCountry, register } from './accountClient.ts'
import { AgreementField } from './AgreementField.tsx'
import { FormMessage } from './FormMessage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { NameFields, PhoneField } from './PersonFields.tsx'
import { Step, WayOn } from './Step.tsx'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'

const EMPTY: Registration = { country: '', firstName: '', lastName: '', email: '', phone: '', password: '', isAgreed: false }

/** Returns the registration, followed by advice about the e-mail; where registration is off, whom to ask (spec 000 §2, §4). */
export function RegistrationPage({ locale }: { readonly locale: string }) {
  const texts = useIdentityTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (!readClientSettings().isRegistrationOpen)
    return (
      <Step title={texts.registrationClosedTitle} intro={texts.registrationClosedText}>
        <WayOn href="/">{texts.title}</WayOn>
      </Step>
    )
  if (sentTo !== null) return <CheckYourMail email={sentTo} onBack={() => setSentTo(null)} />
  return (
    <Step title={texts.registerTitle} intro={texts.registerIntro}>
      <RegistrationForm locale={locale} onSent={setSentTo} />
    </Step>
  )
}

function RegistrationForm({ locale, onSent }: { readonly locale: string; readonly onSent: (email: string) => void }) {
  const texts = useIdentityTexts()
  const form = useForm<Registration>({
    initial: EMPTY,
    check: (values) => registrationProblems(trimRegistration(values)),
    save: async (values) => {
      const answer = await register(trimRegistration(values))
      if (answer.kind === 'refused') return answer.problems
      onSent(values.email.trim())
      return []
    },
  })
  const countries = useCountries(locale, (country) => {
    if (form.values.country === '') form.set('country', country)
  })
  const tell = (problem: FieldProblem) => sentenceOf(texts, problem)
  const email = fieldOf(form, 'email', tell)
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <SelectField {...fieldOf(form, 'country', tell)} label={texts.country} placeholder={texts.chooseCountry} options={countries} />
      <NameFields firstName={fieldOf(form, 'firstName', tell)} lastName={fieldOf(form, 'lastName', tell)} />
      <TextField
        {...email}
        label={texts.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        onChange={(typed) => email.onChange(withoutSpaces(typed))}
      />
      <PhoneField
        field={fieldOf(form, 'phone', tell)}
        dialCode={countries.find((country) => country.value === form.values.country)?.dialCode ?? ''}
      />
      <NewPasswordField label={texts.password} field={fieldOf(form, 'password', tell)} />
      <AgreementField field={fieldOf(form, 'isAgreed', tell)} />
      <FormMessage problems={form.others} />
      <ActionButton isMain isSubmit isBusy={form.isSaving}>
        {texts.register}
      </ActionButton>
      <div className={classes['links']}>
        <a href="/">{texts.haveAccount}</a>
      </div>
    </form>
  )
}

/** Returns the countries in the language of the page, and tells once where the visitor seems to be. */
function useCountries(locale: string, onVisitorCountry: (country: string) => void) {
  const [countries, setCountries] = useState<Awaited<ReturnType<typeof readCountries>>>([])
  useEffect(() => {
    let isCurrent = true
    void readCountries(locale).then((found) => {
      if (isCurrent) setCountries(found)
    })
    return () => {
      isCurrent = false
    }
  }, [locale])
  useEffect(() => {
    void readVisitorCountry().then((country) => {
      if (country !== null) onVisitorCountry(country)
    })
    // Asked once, for the form as it was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return countries
}

function CheckYourMail({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const texts = useIdentityTexts()
  return (
    <Step title={texts.checkMailTitle} intro={fill(texts.checkMailText, { email })} isAnswer>
      <ol className={classes['notes']}>
        <li>{texts.checkMailOpen}</li>
        <li>{texts.checkMailSpam}</li>
      </ol>
      <WayOn href="/">{texts.title}</WayOn>
      <div className={classes['links']}>
        <button type="button" onClick={onBack}>
          {texts.otherEmail}
        </button>
      </div>
    </Step>
  )
}

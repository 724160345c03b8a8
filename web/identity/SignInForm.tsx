import { useCallback, useEffect, useState } from 'react'
import { readClientSettings } from '#web/base/clientSettings.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { withoutSpaces } from '#web/ui/form/withoutSpaces.ts'
import { sentenceOf } from './accountAnswer.view.ts'
import { Problem } from './Problem.tsx'
import type { SignInAnswer, SignInFailure } from './signIn.view.ts'
import { leaveSignIn, sendSignIn } from './signInClient.ts'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'
import { useFirstFocus } from './useFirstFocus.ts'

type SignInFormProps = {
  readonly interaction: string
  /** The address that the application proposes. */
  readonly loginHint: string | null
  /** What the page does with an answer that ends this step. */
  readonly onAnswer: (answer: SignInAnswer) => void
}

type Values = { readonly login: string; readonly password: string; readonly remember: boolean }

/** Returns the first step of a sign-in. The answer is above the button, and focus moves to the field to correct. */
export function SignInForm({ interaction, loginHint, onAnswer }: SignInFormProps) {
  const texts = useIdentityTexts()
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const [failedAttempts, setFailedAttempts] = useState(0)
  const element = useFirstFocus()

  const follow = (answer: SignInAnswer) => {
    if (answer.kind === 'continue' || answer.kind === 'secondFactor' || answer.kind === 'expired') return onAnswer(answer)
    setFailure(answer)
    if (answer.kind !== 'wrong') return
    setFailedAttempts((count) => count + 1)
    element.current?.querySelector<HTMLInputElement>('input[name="password"]')?.select()
  }
  const form = useForm<Values>({
    initial: { login: '', password: '', remember: false },
    check: ({ login, password }) => [...required('login', login), ...required('password', password)],
    save: async ({ login, ...values }) => {
      setFailure(null)
      follow(await sendSignIn(interaction, { email: login, ...values }))
      return []
    },
  })
  const { set } = form
  const login = form.values.login
  useEffect(() => {
    if (loginHint === null || login !== '') return
    set('login', loginHint)
    element.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
    // Proposed once: what the person deletes afterwards stays deleted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [loginHint])

  const field = fieldOf(form, 'login', (problem) => sentenceOf(texts, problem))
  const waited = useCallback(() => setFailure(null), [])
  return (
    <form ref={element} className={classes['form']} onSubmit={form.submit} noValidate>
      <TextField
        {...field}
        label={texts.login}
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        onChange={(typed) => field.onChange(withoutSpaces(typed))}
      />
      <PasswordField
        {...fieldOf(form, 'password', (problem) => sentenceOf(texts, problem))}
        label={texts.password}
        isNew={false}
        showLabel={texts.show}
        hideLabel={texts.hide}
      />
      <CheckField
        label={texts.remember}
        name="remember"
        isChecked={form.values.remember}
        onChange={(isChecked) => form.set('remember', isChecked)}
      />
      <Problem
        failure={failure}
        failedAttempts={failedAttempts}
        onLeave={() => void leaveSignIn(interaction).then(follow)}
        onWaited={waited}
      />
      <ActionButton isMain isSubmit isBusy={form.isSaving} isDisabled={failure?.kind === 'tooMany'}>
        {texts.title}
      </ActionButton>
      <div className={classes['links']}>
        <a href="/password/reset">{texts.forgot}</a>
        {readClientSettings().isRegistrationOpen && <a href="/registration">{texts.registerTitle}</a>}
      </div>
    </form>
  )
}

function required(field: string, value: string): readonly FieldProblem[] {
  return value === '' ? [{ code: 'REQUIRED', field }] : []
}

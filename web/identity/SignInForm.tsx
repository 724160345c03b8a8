import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { Problem } from './Problem.tsx'
import type { SignInAnswer, SignInFailure } from './signIn.view.ts'
import { leaveSignIn, sendSignIn } from './signInClient.ts'
import classes from './SignInPage.module.css'
import type { IdentityTexts } from './texts.ts'

type SignInFormProps = {
  readonly interaction: string
  readonly texts: IdentityTexts
  /** The address that the application proposes. */
  readonly loginHint: string | null
  readonly onExpired: () => void
}

type Missing = { readonly email: boolean; readonly password: boolean }

const NOTHING_MISSING: Missing = { email: false, password: false }

/** Returns the form: fields are checked when it is sent, the answer stands above the button, and focus goes to what has to be mended. */
export function SignInForm({ interaction, texts, loginHint, onExpired }: SignInFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [isVisible, setVisible] = useState(false)
  const [missing, setMissing] = useState(NOTHING_MISSING)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const [failedAttempts, setFailedAttempts] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  // The page is there for this form alone.
  useEffect(() => emailField.current?.focus(), [])

  useEffect(() => {
    if (loginHint === null) return
    setEmail((typed) => (typed === '' ? loginHint : typed))
    passwordField.current?.focus()
  }, [loginHint])

  const follow = (answer: SignInAnswer) => {
    if (answer.kind === 'continue') return location.assign(answer.url)
    setBusy(false)
    if (answer.kind === 'expired') return onExpired()
    setFailure(answer)
    if (answer.kind !== 'wrong') return
    setFailedAttempts((count) => count + 1)
    passwordField.current?.select()
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const lacks = { email: email.trim() === '', password: password === '' }
    setMissing(lacks)
    if (lacks.email) return emailField.current?.focus()
    if (lacks.password) return passwordField.current?.focus()
    setBusy(true)
    setFailure(null)
    follow(await sendSignIn(interaction, { email: email.trim(), password, remember }))
  }

  const leave = async () => follow(await leaveSignIn(interaction))

  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={emailField}
        label={texts.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        maxLength={254}
        value={email}
        error={missing.email ? texts.emailRequired : null}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        label={texts.password}
        name="password"
        autoComplete="current-password"
        size="md"
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': isVisible ? texts.hidePassword : texts.showPassword, tabIndex: 0 }}
        value={password}
        error={missing.password ? texts.passwordRequired : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Checkbox label={texts.remember} checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
      <Problem
        failure={failure}
        failedAttempts={failedAttempts}
        texts={texts}
        onLeave={() => void leave()}
        onWaited={() => setFailure(null)}
      />
      <Button type="submit" c="var(--accent-text)" size="md" fullWidth loading={isBusy} disabled={failure?.kind === 'tooMany'}>
        {texts.submit}
      </Button>
    </form>
  )
}

import { useCallback, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { withoutSpaces } from '#web/ui/form/withoutSpaces.ts'
import { sentenceOf } from './accountAnswer.view.ts'
import { Problem } from './Problem.tsx'
import type { SignInAnswer, SignInFailure } from './signIn.view.ts'
import { leaveSignIn, sendCode } from './signInClient.ts'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'
import { useFirstFocus } from './useFirstFocus.ts'

type SecondFactorFormProps = {
  readonly interaction: string
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly onBack: () => void
}

/** Returns the second step of a sign-in: the code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ interaction, onAnswer, onBack }: SecondFactorFormProps) {
  const texts = useIdentityTexts()
  const [isRecovery, setRecovery] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const element = useFirstFocus()
  const follow = (answer: SignInAnswer) => {
    if (answer.kind === 'continue' || answer.kind === 'expired') return onAnswer(answer)
    if (answer.kind === 'secondFactor') return undefined
    setFailure(answer)
    return element.current?.querySelector('input')?.select()
  }
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code === '' ? [{ code: 'REQUIRED', field: 'code' }] : []),
    save: async ({ code }) => {
      setFailure(null)
      follow(await sendCode(interaction, code))
      return []
    },
  })
  const field = fieldOf(form, 'code', (problem) => sentenceOf(texts, problem))
  const waited = useCallback(() => setFailure(null), [])
  const change = () => {
    setRecovery(!isRecovery)
    setFailure(null)
    form.reset({ code: '' })
    element.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={element} className={classes['form']} onSubmit={form.submit} noValidate>
      <TextField
        {...field}
        label={isRecovery ? texts.recoveryCode : texts.code}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        maxLength={isRecovery ? 40 : 7}
        onChange={(typed) => field.onChange(withoutSpaces(typed))}
      />
      <Problem failure={failure} failedAttempts={0} onLeave={() => void leaveSignIn(interaction).then(follow)} onWaited={waited} />
      <ActionButton isMain isSubmit isBusy={form.isSaving} isDisabled={failure?.kind === 'tooMany'}>
        {texts.confirm}
      </ActionButton>
      <div className={classes['links']}>
        <button type="button" onClick={change}>
          {isRecovery ? texts.useApp : texts.useRecovery}
        </button>
        <button type="button" onClick={onBack}>
          {texts.otherPerson}
        </button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { repeatedPasswordProblems } from '#engine/user/registration.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { fill, sentenceOf, type AccountLink } from './accountAnswer.view.ts'
import { postAccount } from './accountClient.ts'
import { ExpiredLink } from './ExpiredLink.tsx'
import { FormMessage } from './FormMessage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Step, WayOn } from './Step.tsx'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'
import { useFirstFocus } from './useFirstFocus.ts'

type NewPasswordPageProps = { readonly kind: 'restore' | 'activate'; readonly hash: string; readonly link: AccountLink }

/** Returns the page that sets a password by a link: of somebody who forgot it, or who never had one (spec 000 §2). */
export function NewPasswordPage({ kind, hash, link }: NewPasswordPageProps) {
  const texts = useIdentityTexts()
  const [state, setState] = useState<'form' | 'saved' | 'expired'>('form')
  const isActivation = kind === 'activate'
  if (state === 'expired') return <ExpiredLink kind={kind} />
  if (state === 'saved')
    return (
      <Step
        title={isActivation ? texts.activatedTitle : texts.savedTitle}
        intro={isActivation ? fill(texts.activatedText, { email: link.email }) : texts.savedText}
        isAnswer
      >
        <WayOn href="/">{texts.title}</WayOn>
      </Step>
    )
  return (
    <Step
      title={isActivation ? texts.activateTitle : texts.restoreTitle}
      intro={fill(isActivation ? texts.activateIntro : texts.restoreIntro, { email: link.email })}
    >
      <NewPasswordForm kind={kind} hash={hash} email={link.email} onEnd={setState} />
    </Step>
  )
}

type NewPasswordFormProps = {
  readonly kind: 'restore' | 'activate'
  readonly hash: string
  readonly email: string
  readonly onEnd: (state: 'saved' | 'expired') => void
}

function NewPasswordForm({ kind, hash, email, onEnd }: NewPasswordFormProps) {
  const texts = useIdentityTexts()
  const element = useFirstFocus()
  const form = useForm({
    initial: { password: '', repeat: '' },
    check: ({ password, repeat }) => repeatedPasswordProblems(password, repeat),
    save: async ({ password }) => {
      const answer = await postAccount(kind, { hash, password })
      if (answer.kind === 'refused') return answer.problems
      onEnd(answer.kind === 'done' ? 'saved' : 'expired')
      return []
    },
  })
  const tell = (problem: FieldProblem) => sentenceOf(texts, problem)
  return (
    <form ref={element} className={classes['form']} onSubmit={form.submit} noValidate>
      <AccountName email={email} />
      <NewPasswordField label={texts.newPassword} field={fieldOf(form, 'password', tell)} />
      <NewPasswordField label={texts.repeatPassword} field={fieldOf(form, 'repeat', tell)} hasRules={false} />
      <FormMessage problems={form.others} />
      <ActionButton isMain isSubmit isBusy={form.isSaving}>
        {texts.savePassword}
      </ActionButton>
    </form>
  )
}

/** Tells password managers whose password it is; people read it above. */
export function AccountName({ email }: { readonly email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}

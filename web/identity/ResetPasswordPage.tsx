import { useState } from 'react'
import { emailProblems } from '#engine/user/person.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { withoutSpaces } from '#web/ui/form/withoutSpaces.ts'
import { fill, sentenceOf } from './accountAnswer.view.ts'
import { postAccount } from './accountClient.ts'
import { FormMessage } from './FormMessage.tsx'
import { Step, WayOn } from './Step.tsx'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'
import { useFirstFocus } from './useFirstFocus.ts'

/** Returns the page that requests a password-reset e-mail, and its notice, which is the same for every address (spec 000 §2). */
export function ResetPasswordPage({ locale }: { readonly locale: string }) {
  const texts = useIdentityTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null)
    return (
      <Step title={texts.resetTitle} intro={texts.resetIntro}>
        <ResetForm locale={locale} onSent={setSentTo} />
      </Step>
    )
  return (
    <Step title={texts.resetSentTitle} intro={fill(texts.resetSentText, { email: sentTo })} isAnswer>
      <ol className={classes['notes']}>
        <li>{texts.resetSentHour}</li>
        <li>{texts.checkMailSpam}</li>
      </ol>
      <WayOn href="/">{texts.backToSignIn}</WayOn>
      <div className={classes['links']}>
        <button type="button" onClick={() => setSentTo(null)}>
          {texts.otherEmail}
        </button>
      </div>
    </Step>
  )
}

function ResetForm({ locale, onSent }: { readonly locale: string; readonly onSent: (email: string) => void }) {
  const texts = useIdentityTexts()
  const element = useFirstFocus()
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => emailProblems(email.trim()),
    save: async (values) => {
      const email = values.email.trim()
      const answer = await postAccount('reset', { email, language: locale })
      if (answer.kind === 'refused') return answer.problems
      onSent(email)
      return []
    },
  })
  const email = fieldOf(form, 'email', (problem) => sentenceOf(texts, problem))
  return (
    <form ref={element} className={classes['form']} onSubmit={form.submit} noValidate>
      <TextField
        {...email}
        label={texts.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        onChange={(typed) => email.onChange(withoutSpaces(typed))}
      />
      <FormMessage problems={form.others} />
      <ActionButton isMain isSubmit isBusy={form.isSaving}>
        {texts.sendLetter}
      </ActionButton>
      <div className={classes['links']}>
        <a href="/">{texts.backToSignIn}</a>
      </div>
    </form>
  )
}

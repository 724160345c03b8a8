import { useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { fill, sentenceOf, type AccountLink } from './accountAnswer.view.ts'
import { postAccount } from './accountClient.ts'
import { AgreementField } from './AgreementField.tsx'
import { ExpiredLink } from './ExpiredLink.tsx'
import { FormMessage } from './FormMessage.tsx'
import { asksFor, joinProblems, joinRequest, type JoinForm } from './invitation.view.ts'
import { AccountName } from './NewPasswordPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { NameFields, PhoneField } from './PersonFields.tsx'
import { Step, WayOn } from './Step.tsx'
import classes from './Step.module.css'
import { useIdentityTexts, type IdentityTexts } from './texts.ts'

type InvitationPageProps = { readonly hash: string; readonly link: AccountLink }

/** Returns the page of an invitation: who is known joins with one press, who is not makes an account (spec 000 §4). */
export function InvitationPage({ hash, link }: InvitationPageProps) {
  const texts = useIdentityTexts()
  const [state, setState] = useState<'form' | 'joined' | 'expired'>('form')
  const company = link.companyName ?? ''
  if (state === 'expired') return <ExpiredLink kind="invitation" />
  if (state === 'joined')
    return (
      <Step title={fill(texts.joinedTitle, { company })} intro={fill(texts.joinedText, { email: link.email })} isAnswer>
        <WayOn href="/">{texts.open}</WayOn>
      </Step>
    )
  return (
    <Step title={fill(texts.invitationTitle, { company })} intro={fill(introOf(link, texts), { email: link.email })}>
      <JoinFormFields hash={hash} link={link} onEnd={setState} />
    </Step>
  )
}

type JoinFormFieldsProps = InvitationPageProps & { readonly onEnd: (state: 'joined' | 'expired') => void }

function JoinFormFields({ hash, link, onEnd }: JoinFormFieldsProps) {
  const texts = useIdentityTexts()
  const asked = asksFor(link)
  const form = useForm<JoinForm>({
    initial: { firstName: link.firstName, lastName: link.lastName, phone: '', password: '', isAgreed: false },
    check: (values) => joinProblems(values, asked),
    save: async (values) => {
      const answer = await postAccount('invitation', { hash, ...joinRequest(values, asked) })
      if (answer.kind === 'refused') return answer.problems
      onEnd(answer.kind === 'done' ? 'joined' : 'expired')
      return []
    },
  })
  const tell = (problem: FieldProblem) => sentenceOf(texts, problem)
  return (
    <form className={classes['form']} onSubmit={form.submit} noValidate>
      <AccountName email={link.email} />
      {asked.isNew && (
        <>
          <NameFields firstName={fieldOf(form, 'firstName', tell)} lastName={fieldOf(form, 'lastName', tell)} />
          <PhoneField field={fieldOf(form, 'phone', tell)} />
        </>
      )}
      {asked.needsPassword && <NewPasswordField label={texts.newPassword} field={fieldOf(form, 'password', tell)} />}
      {asked.isNew && <AgreementField field={fieldOf(form, 'isAgreed', tell)} />}
      <FormMessage problems={form.others} />
      <ActionButton isMain isSubmit isBusy={form.isSaving}>
        {texts.join}
      </ActionButton>
    </form>
  )
}

function introOf(link: AccountLink, texts: IdentityTexts): string {
  if (!link.hasAccount) return texts.invitationNew
  return link.needsPassword ? texts.invitationUnproven : texts.invitationKnown
}

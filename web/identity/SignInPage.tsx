import { useEffect, useState } from 'react'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import type { SignInAnswer } from './signIn.view.ts'
import { readDetails } from './signInClient.ts'
import { SignInForm } from './SignInForm.tsx'
import { Step, WayOn } from './Step.tsx'
import { useIdentityTexts } from './texts.ts'

/** Returns the sign-in screen of an interaction; without one, or when it has expired, the way to start again. */
export function SignInPage({ interaction }: { readonly interaction: string | null }) {
  const texts = useIdentityTexts()
  const [step, setStep] = useState<'password' | 'code' | 'expired'>(interaction === null ? 'expired' : 'password')
  const [loginHint, setLoginHint] = useState<string | null>(null)

  useEffect(() => {
    if (interaction === null) return
    let isCurrent = true
    void readDetails(interaction).then((details) => {
      if (!isCurrent || details === null) return
      if (details === 'expired') setStep('expired')
      else setLoginHint(details.loginHint)
    })
    return () => {
      isCurrent = false
    }
  }, [interaction])

  const follow = (answer: SignInAnswer) => {
    if (answer.kind === 'continue') location.assign(answer.url)
    else setStep(answer.kind === 'secondFactor' ? 'code' : 'expired')
  }

  if (step === 'expired' || interaction === null)
    return (
      <div role="alert">
        <Step title={texts.expiredTitle} intro={texts.expiredText}>
          <WayOn href="/">{texts.startAgain}</WayOn>
        </Step>
      </div>
    )
  if (step === 'code')
    return (
      <Step title={texts.codeTitle} intro={texts.codeIntro}>
        <SecondFactorForm interaction={interaction} onAnswer={follow} onBack={() => setStep('password')} />
      </Step>
    )
  return (
    <Step title={texts.title} intro={texts.intro}>
      <SignInForm interaction={interaction} loginHint={loginHint} onAnswer={follow} />
    </Step>
  )
}

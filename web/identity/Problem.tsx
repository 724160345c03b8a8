import { useEffect, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fill } from './accountAnswer.view.ts'
import { FormMessage } from './FormMessage.tsx'
import { explainsPause, secondsUntil } from './signIn.view.ts'
import type { SignInFailure } from './signIn.view.ts'
import { useIdentityTexts, type IdentityTexts } from './texts.ts'

type ProblemProps = {
  readonly failure: SignInFailure | null
  readonly failedAttempts: number
  readonly onLeave: () => void
  readonly onWaited: () => void
}

/** Returns why the sign-in did not succeed and what can be done. */
export function Problem({ failure, failedAttempts, onLeave, onWaited }: ProblemProps) {
  const texts = useIdentityTexts()
  if (failure === null) return <FormMessage problems={[]} />
  return (
    <FormMessage problems={[]}>
      {failure.kind === 'tooMany' ? (
        <Wait untilMs={failure.untilMs} text={texts.tooMany} onWaited={onWaited} />
      ) : (
        <p>{messageOf(failure, texts)}</p>
      )}
      {failure.kind === 'wrong' && explainsPause(failedAttempts) ? <p>{texts.maybeLocked}</p> : null}
      {failure.kind === 'notAMember' ? <ActionButton onClick={onLeave}>{texts.leave}</ActionButton> : null}
    </FormMessage>
  )
}

/** Counts the seconds down; only the first number is announced. */
function Wait({ untilMs, text, onWaited }: { readonly untilMs: number; readonly text: string; readonly onWaited: () => void }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs, Date.now()))
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsUntil(untilMs, Date.now())
      setSeconds(left)
      if (left === 0) onWaited()
    }, 1000)
    return () => clearInterval(timer)
  }, [untilMs, onWaited])
  return <p aria-live="off">{fill(text, { seconds })}</p>
}

function messageOf(failure: Exclude<SignInFailure, { kind: 'tooMany' }>, texts: IdentityTexts): string {
  switch (failure.kind) {
    case 'wrong':
      return texts.wrong
    case 'wrongCode':
      return texts.wrongCode
    case 'notAMember':
      return texts.notAMember
    case 'offline':
      return texts.code_OFFLINE
    case 'unavailable':
    case 'expired':
      return texts.code_UNAVAILABLE
  }
}

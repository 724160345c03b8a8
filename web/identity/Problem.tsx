import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { explainsPause, fill, secondsUntil } from './signIn.view.ts'
import type { SignInFailure } from './signIn.view.ts'
import classes from './SignInPage.module.css'
import type { IdentityTexts } from './texts.ts'

type ProblemProps = {
  readonly failure: SignInFailure | null
  readonly failedAttempts: number
  readonly texts: IdentityTexts
  readonly onLeave: () => void
  readonly onWaited: () => void
}

/** Returns why the sign-in did not succeed and what can be done; the place is always there, so that readers announce what appears in it. */
export function Problem({ failure, failedAttempts, texts, onLeave, onWaited }: ProblemProps) {
  return (
    <div role="alert">
      {failure === null ? null : (
        <div className={classes['problem']}>
          <Icon name="alert" />
          <div>
            {failure.kind === 'tooMany' ? (
              <Wait untilMs={failure.untilMs} text={texts.tooMany} onWaited={onWaited} />
            ) : (
              <p>{messageOf(failure, texts)}</p>
            )}
            {failure.kind === 'wrong' && explainsPause(failedAttempts) ? <p>{texts.maybeLocked}</p> : null}
            {failure.kind === 'notAMember' ? (
              <Button variant="default" mt={8} onClick={onLeave}>
                {texts.leave}
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </div>
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
    case 'notAMember':
      return texts.notAMember
    case 'offline':
      return texts.offline
    case 'unavailable':
    case 'expired':
      return texts.unavailable
  }
}

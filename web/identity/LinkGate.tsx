import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { readLink, type AccountLink } from './accountAnswer.view.ts'
import { postAccount } from './accountClient.ts'
import { ExpiredLink, type LinkKind } from './ExpiredLink.tsx'
import { FormMessage } from './FormMessage.tsx'
import { Step } from './Step.tsx'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'

/** What the server calls the links of the pages. */
const KINDS: Record<LinkKind, string> = { restore: 'RESET_PASSWORD', activate: 'ACTIVATE', invitation: 'INVITATION' }

type LinkGateProps = {
  readonly kind: LinkKind
  readonly hash: string
  readonly children: (link: AccountLink) => ReactNode
}

type Found = { readonly link: AccountLink } | 'expired' | { readonly problems: readonly FieldProblem[] }

/** Returns the page of an e-mail's link once the server knows it; without that the way on, or to try again. */
export function LinkGate({ kind, hash, children }: LinkGateProps) {
  const texts = useIdentityTexts()
  const [found, setFound] = useState<Found | null>(null)
  const ask = useCallback(async () => {
    const answer = await postAccount('link', { kind: KINDS[kind], hash })
    if (answer.kind === 'expired') return setFound('expired')
    const link = answer.kind === 'done' ? readLink(answer.body) : null
    setFound(link === null ? { problems: answer.kind === 'refused' ? answer.problems : [{ code: 'UNAVAILABLE' }] } : { link })
  }, [kind, hash])
  useEffect(() => void ask(), [ask])

  if (found === null) return <p role="status">{texts.loading}</p>
  if (found === 'expired') return <ExpiredLink kind={kind} />
  if ('link' in found) return children(found.link)
  return (
    <Step title={texts.notLoadedTitle}>
      <div className={classes['form']}>
        <FormMessage problems={found.problems} />
        <ActionButton isMain onClick={() => void ask()}>
          {texts.retry}
        </ActionButton>
      </div>
    </Step>
  )
}

import { Step, WayOn } from './Step.tsx'
import { useIdentityTexts, type IdentityTexts } from './texts.ts'

export type LinkKind = 'restore' | 'activate' | 'invitation'

/** Returns the page of a used, old or invalid link, with the next step for its kind. */
export function ExpiredLink({ kind }: { readonly kind: LinkKind }) {
  const texts = useIdentityTexts()
  return (
    <div role="alert">
      <Step title={texts.linkExpiredTitle} intro={`${texts.linkExpiredText} ${wayOnText(kind, texts)}`} isAnswer>
        {kind === 'restore' ? <WayOn href="/password/reset">{texts.askNewLetter}</WayOn> : <WayOn href="/">{texts.title}</WayOn>}
      </Step>
    </div>
  )
}

function wayOnText(kind: LinkKind, texts: IdentityTexts): string {
  switch (kind) {
    case 'restore':
      return texts.linkExpiredRestore
    case 'activate':
      return texts.linkExpiredActivate
    case 'invitation':
      return texts.linkExpiredInvitation
  }
}

import { Step, WayOn } from './Step.tsx'
import classes from './LegalPage.module.css'
import { useIdentityTexts, type IdentityTexts } from './texts.ts'

/** Returns our own terms of use or privacy policy, for servers whose operator has none: short, and true of this product. */
export function LegalPage({ kind }: { readonly kind: 'terms' | 'privacy' }) {
  const texts = useIdentityTexts()
  const isTerms = kind === 'terms'
  return (
    <Step title={isTerms ? texts.termsTitle : texts.privacyTitle} intro={isTerms ? texts.termsIntro : texts.privacyIntro}>
      <dl className={classes['points']}>
        {(isTerms ? termsOf(texts) : privacyOf(texts)).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <WayOn href="/">{texts.open}</WayOn>
    </Step>
  )
}

function termsOf(texts: IdentityTexts): readonly (readonly [string, string])[] {
  return [
    [texts.termsUse, texts.termsUseText],
    [texts.termsAccount, texts.termsAccountText],
    [texts.termsData, texts.termsDataText],
    [texts.termsSafety, texts.termsSafetyText],
    [texts.termsEnd, texts.termsEndText],
  ]
}

function privacyOf(texts: IdentityTexts): readonly (readonly [string, string])[] {
  return [
    [texts.privacyKept, texts.privacyKeptText],
    [texts.privacyWhy, texts.privacyWhyText],
    [texts.privacyWho, texts.privacyWhoText],
    [texts.privacyBrowser, texts.privacyBrowserText],
    [texts.privacyRights, texts.privacyRightsText],
  ]
}

import type { BoundField } from '#web/ui/form/fieldOf.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { legalLinks } from './legalLinks.ts'
import { useIdentityTexts } from './texts.ts'

/** Returns the checkbox for the terms and the privacy policy. Both open beside the form, which keeps typed text. */
export function AgreementField({ field }: { readonly field: BoundField<string, boolean> }) {
  const texts = useIdentityTexts()
  const links = legalLinks()
  const places = {
    '{terms}': { href: links.terms, text: texts.agreeTerms },
    '{privacy}': { href: links.privacy, text: texts.agreePrivacy },
  }
  const label = texts.agree.split(/(\{terms\}|\{privacy\})/).map((part) => {
    const place = Object.entries(places).find(([name]) => name === part)?.[1]
    if (place === undefined) return part
    return (
      <a key={part} href={place.href} target="_blank" rel="noopener noreferrer">
        {place.text}
      </a>
    )
  })
  return <CheckField label={label} name={field.name} isChecked={field.value} error={field.error} onChange={field.onChange} />
}

import { useTexts } from '#web/texts/useTexts.ts'
import classes from './SupportPage.module.css'

/** Returns what goes along with a question as it is sent, line by line. */
export function ToldDetails({ text }: { readonly text: string }) {
  const { t } = useTexts('support')
  return (
    // What scrolls by itself must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes['told']} role="region" aria-label={t('field.diagnostics')} tabIndex={0}>
      {text}
    </pre>
  )
}

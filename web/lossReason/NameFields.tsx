import { LANGUAGES } from '#engine/user/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { LOCALE_NAMES } from '#web/ui/locale.ts'
import classes from './ReasonForm.module.css'
import { NAME_MAX_LENGTH, type Names } from './reasonForm.view.ts'

type NameFieldsProps = { readonly names: Names; readonly onChange: (names: Names) => void; readonly error: string | null }

/** Returns the fields for a name in each language of the product; a missing one is said. */
export function NameFields({ names, onChange, error }: NameFieldsProps) {
  const { t } = useTexts('lossReason')
  return (
    <section className={classes['section']}>
      <h3>{t('section.names')}</h3>
      <p className={classes['help']}>{t('namesHelp')}</p>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          name="translations"
          label={LOCALE_NAMES[language]}
          {...(names[language].trim() === '' && { optional: t('mark.missingOne') })}
          value={names[language]}
          maxLength={NAME_MAX_LENGTH}
          onChange={(name) => onChange({ ...names, [language]: name })}
        />
      ))}
      {error !== null && <Alert className={classes['problem']}>{error}</Alert>}
    </section>
  )
}

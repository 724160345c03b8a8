import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { alsoOptions, chosenParts, withoutPart, withPart } from './audience.view.ts'
import type { AudienceOption } from './audience.view.ts'
import classes from './notifications.module.css'

type AudienceFieldProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly AudienceOption[]
  readonly onChange: (value: string) => void
  readonly error?: string | null
}

/** Returns who is told: one choice, to which others of its kind can be added one by one. */
export function AudienceField({ name, label, value, options, onChange, error = null }: AudienceFieldProps) {
  const { t } = useTexts('notification')
  const parts = chosenParts(value, options)
  const others = alsoOptions(value, options)
  const singles = options.filter((option) => option.value === value || !option.value.includes(','))
  return (
    <div className={classes['audience']}>
      {parts.length < 2 ? (
        <SelectField name={name} label={label} value={value} options={singles} onChange={onChange} error={error} />
      ) : (
        <div role="group" aria-label={label}>
          <span>{label}</span>
          <ul className={classes['chosen']}>
            {parts.map((part) => (
              <li key={part.value}>
                {part.label}
                <ActionButton onClick={() => onChange(withoutPart(value, part.value))}>
                  <span aria-hidden="true">×</span>
                  <span className="hidden-text">{t('form.leaveOut', { name: part.label })}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
          {error !== null && <p role="alert">{error}</p>}
        </div>
      )}
      {others.length > 0 && (
        <SelectField
          name={`${name}-also`}
          label={t('form.also')}
          value=""
          options={[{ value: '', label: '–' }, ...others]}
          onChange={(added) => added !== '' && onChange(withPart(value, added))}
        />
      )}
    </div>
  )
}

import { ColorField } from '#web/parts/color/ColorField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type RuleDraft, type RuleValues, SHORT_NAME_MAX } from './ruleDraft.view.ts'
import classes from './rules.module.css'

type RuleFieldsProps = {
  readonly draft: RuleDraft
  readonly errorOf: (field: string) => string | null
  readonly onTouch: (field: string) => void
  readonly onChange: (change: Partial<RuleValues>) => void
}

/** Returns the fields of a rule beside its range. */
export function RuleFields({ draft, errorOf, onTouch, onChange }: RuleFieldsProps) {
  const { t } = useTexts('statuses')
  const { values } = draft
  const text = (name: 'name' | 'shortName' | 'minDuration' | 'color') => ({
    name: `${draft.key}.${name}`,
    value: values[name],
    error: errorOf(name),
    onChange: (value: string) => onChange({ [name]: value }),
    onBlur: () => onTouch(name),
  })
  return (
    <div className={classes['fields']}>
      <TextField {...text('name')} label={t('field.name')} maxLength={70} />
      <TextField
        {...text('shortName')}
        label={t('field.shortName')}
        optional={t('field.optional')}
        help={t('field.shortNameHelp', { count: SHORT_NAME_MAX })}
        maxLength={SHORT_NAME_MAX}
      />
      <div className={classes['flags']}>
        <ChoiceGroup
          label={t('field.work')}
          value={values.isEffective ? 'effective' : 'ineffective'}
          choices={[
            { value: 'effective', label: t('field.effective') },
            { value: 'ineffective', label: t('field.ineffective') },
          ]}
          onChange={(value) => onChange({ isEffective: value === 'effective' })}
        />
        {!values.isEffective && (
          <>
            <CheckField
              name={`${draft.key}.losses`}
              label={t('field.losses')}
              isChecked={values.needGenerateEventByState}
              onChange={(needGenerateEventByState) => onChange({ needGenerateEventByState })}
            />
            <CheckField
              name={`${draft.key}.scheduled`}
              label={t('field.scheduled')}
              isChecked={values.isScheduledLoss}
              onChange={(isScheduledLoss) => onChange({ isScheduledLoss })}
            />
          </>
        )}
        {values.rangeType !== 'MANUAL' && (
          <TextField {...text('minDuration')} label={t('field.minDuration')} help={t('field.minDurationHelp')} inputMode="numeric" />
        )}
      </div>
      <ColorField {...text('color')} />
    </div>
  )
}

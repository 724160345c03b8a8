import { ACTIVITY_TYPES, type ActivityType } from '#engine/loss/lossReason.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import classes from './ReasonForm.module.css'

type ActivityFieldsProps = { readonly chosen: readonly ActivityType[]; readonly onChange: (types: readonly ActivityType[]) => void }

/** Returns the kinds of activity that the reason stands for; breakdowns and setups are counted by them. */
export function ActivityFields({ chosen, onChange }: ActivityFieldsProps) {
  const { t } = useTexts('lossReason')
  return (
    <details className={classes['details']}>
      <summary>
        {t('field.activityTypes')} <span className={classes['help']}>{t('activity.chosen', { count: chosen.length })}</span>
      </summary>
      <p className={classes['help']}>{t('activity.help')}</p>
      <div className={classes['columns']}>
        {ACTIVITY_TYPES.map((type) => (
          <CheckField
            key={type}
            name="activityTypes"
            label={t(`activity.${type}`)}
            isChecked={chosen.includes(type)}
            onChange={(isChecked) => onChange(ACTIVITY_TYPES.filter((one) => (one === type ? isChecked : chosen.includes(one))))}
          />
        ))}
      </div>
    </details>
  )
}

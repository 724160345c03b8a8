import { useState } from 'react'
import { CopyNotificationRuleDocument, type NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { shownProblem } from '#web/api/shownProblem.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import classes from './notifications.module.css'

type RuleCopyProps = {
  readonly rule: NotificationRulesQuery['notificationConfigs'][number]
  /** Where it can be copied to, and where it is. */
  readonly places: NotificationRulesQuery['workCenters']
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Returns the work centers that the rule is copied to, all at once; where it cannot be, it says why. */
export function RuleCopy({ rule, places, onDone, onCancel }: RuleCopyProps) {
  const { t } = useTexts('notification')
  const copying = useChange(CopyNotificationRuleDocument)
  const others = places.filter(({ id }) => id !== rule.workCenter?.id)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const isAll = chosen.length === others.length
  const copy = async () => {
    const { data, problems } = await copying.run({ id: rule.id, workCenterIds: [...chosen] })
    if (data === null) return void (problems[0] !== undefined && showToast(problemText(t, problems[0])))
    const { created, left } = data.copyNotificationConfig
    const nameOf = (id: number) => places.find((place) => place.id === id)?.name ?? ''
    const there = left.filter(({ errorCode }) => errorCode === 'NOTIFICATION_DUPLICATE').map(({ workCenterId }) => nameOf(workCenterId))
    const refused = left.filter(({ errorCode }) => errorCode !== 'NOTIFICATION_DUPLICATE')
    const lines = [
      t('copy.done', { count: created.length }),
      ...(there.length === 0 ? [] : [t('copy.there', { names: there.join(', ') })]),
      ...refused.map(({ workCenterId, errorCode: code, errorField: field, errorParams: params }) => {
        const problem = shownProblem({ code, field, params })
        return `${nameOf(workCenterId)}: ${problemText(t, problem)}`
      }),
    ]
    showToast(lines.join('\n'))
    onDone()
  }
  return (
    <fieldset className={classes['checks']}>
      <legend>{t('copy.title')}</legend>
      <CheckField
        name={`copy-all-${rule.id}`}
        label={t('copy.all')}
        isChecked={isAll}
        onChange={(isChecked) => setChosen(isChecked ? others.map(({ id }) => id) : [])}
      />
      <div className={classes['places']}>
        {others.map(({ id, name }) => (
          <CheckField
            key={id}
            name={`copy-${rule.id}-${id}`}
            label={name}
            isChecked={chosen.includes(id)}
            onChange={(isChecked) => setChosen(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
      <div className={classes['actions']}>
        <ActionButton isMain isBusy={copying.isBusy} isDisabled={chosen.length === 0} onClick={() => void copy()}>
          {t('copy.go')}
        </ActionButton>
        <ActionButton onClick={onCancel}>{t('rules.cancel')}</ActionButton>
      </div>
    </fieldset>
  )
}

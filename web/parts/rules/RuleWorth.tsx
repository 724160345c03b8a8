import type { NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './notifications.module.css'
import { unheardTimes } from './ruleWords.view.ts'
import type { RuleFigures } from './useRuleFigures.ts'

type RuleWorthProps = { readonly rule: Pick<NotificationRulesQuery['notificationConfigs'][number], 'steps'>; readonly figures: RuleFigures }

/** Returns what a rule told in the last days and what came of it, which duration would halve what nobody looked at, and when nobody hears it. */
export function RuleWorth({ rule, figures }: RuleWorthProps) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const { fired, acknowledged, medianMinutesToAcknowledge: median, endedUnseen, classified, halvingDuration, emptySteps, unheard } = figures
  const told = [
    t('worth.told', { count: fired }),
    ...(acknowledged > 0 && median !== null ? [t('worth.taken', { count: acknowledged, minutes: format.number(median, 0) })] : []),
    ...(endedUnseen > 0 ? [t('worth.unseen', { share: format.percent(endedUnseen / fired, 0) })] : []),
    ...(classified > 0 ? [t('worth.classified', { count: classified })] : []),
  ]
  const minutesOf = (step: number) => rule.steps[step - 1]?.afterMinutes ?? 0
  const timesOf = (stretches: RuleFigures['unheard'][number]['stretches']) => {
    const found = unheardTimes(format, stretches)
    if (found === null) return t('worth.always')
    return found.more === 0 ? found.times : `${found.times} ${t('worth.more', { count: found.more })}`
  }
  return (
    <>
      <span className={classes['muted']}>{fired === 0 ? t('worth.never') : told.join(' · ')}</span>
      {halvingDuration !== null && <span className={classes['advice']}>{t('worth.longer', { minutes: halvingDuration })}</span>}
      {emptySteps.map((step) => (
        <span key={`empty-${step}`} className={classes['advice']}>
          {t(step === 0 ? 'worth.empty' : 'worth.emptyLater', { minutes: minutesOf(step) })}
        </span>
      ))}
      {unheard.map(({ step, stretches }) => (
        <span key={step} className={classes['advice']}>
          {t(step === 0 ? 'worth.nobody' : 'worth.nobodyLater', {
            minutes: minutesOf(step),
            times: timesOf(stretches),
          })}
        </span>
      ))}
    </>
  )
}

import { useMemo } from 'react'
import { useQuery } from 'urql'
import { SuggestedRulesDocument, type SuggestedRulesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './notifications.module.css'

export type SuggestedRule = SuggestedRulesQuery['suggestedNotificationRules'][number]
type SuggestedRulesProps = { readonly workCenterId: number | null; readonly onUse: (rule: SuggestedRule) => void }

/** Returns up to three rules that the last 14 days suggest, each to be tried in the form; nothing where they suggest none. */
export function SuggestedRules({ workCenterId, onUse }: SuggestedRulesProps) {
  const { t } = useTexts('notification')
  const variables = useMemo(() => ({ workCenterIds: workCenterId === null ? null : [workCenterId] }), [workCenterId])
  const [{ data }] = useQuery({ query: SuggestedRulesDocument, variables })
  const rules = data?.suggestedNotificationRules ?? []
  if (rules.length === 0) return null
  return (
    <section aria-labelledby="suggested">
      <h3 id="suggested">{t('suggested.title')}</h3>
      <ul className={classes['list']}>
        {rules.map((rule) => {
          const values = { place: rule.workCenter?.name ?? '', minutes: rule.duration, count: rule.times }
          const text = rule.type === 'WORK_CENTER_OFF' ? t('suggested.off', values) : t('suggested.stop', values)
          return (
            <li key={`${rule.type}/${rule.workCenterId}`} className={classes['row']}>
              <span className={classes['what']}>{text}</span>
              <div className={classes['actions']}>
                <ActionButton onClick={() => onUse(rule)}>
                  {t('suggested.use')}
                  <span className="hidden-text">: {text}</span>
                </ActionButton>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

import { USUAL_BATTERY_PERCENT } from '#engine/notification/batteryLow.ts'
import { USUAL_PHASE_PERCENT } from '#engine/notification/dePhasing.ts'
import { fullName } from '#engine/user/person.ts'
import type { NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { companyRole, figure, figureOf, lastingType } from './notifications.view.ts'

type Rule = NotificationRulesQuery['notificationConfigs'][number]

/** Returns what gives the sentence of a rule: what it watches, and who is told. */
export function useRuleText(teams: NotificationRulesQuery['teams']): (rule: Rule) => string {
  const { t } = useTexts('notification')
  const format = useFormat()
  const audienceOf = ({ audience, targetAudience }: Rule): string => {
    if (audience.some(({ identifier }) => identifier === null)) return t(`audience.all.${targetAudience}`)
    const names = audience.map(({ identifier, users }) => {
      if (targetAudience === 'USERS') return users[0] ? fullName(users[0]) : '?'
      if (targetAudience === 'TEAMS') return teams.find(({ id }) => id === identifier)?.name ?? '?'
      return t(`role.${companyRole(identifier)}`)
    })
    return names.join(', ')
  }
  return (rule) => {
    const values = { place: rule.workCenter?.name ?? '', audience: audienceOf(rule), minutes: rule.duration }
    if (rule.type === 'BATTERY_LOW' || rule.type === 'DE_PHASING') {
      const usual = rule.type === 'BATTERY_LOW' ? USUAL_BATTERY_PERCENT : USUAL_PHASE_PERCENT
      return t(`rule.${rule.type}`, { ...values, target: `${figure(format, rule.targetValue ?? usual, 4)} %` })
    }
    if (rule.type !== 'TARGET_VALUE') return t(`rule.${lastingType(rule.type)}`, values)
    const target = rule.targetValue === null ? t('rule.target') : `${figure(format, rule.targetValue, 4)} %`
    const { comparisonType, periodType } = rule
    const key =
      periodType === 'SHIFT'
        ? (`rule.TARGET_VALUE_${comparisonType}` as const)
        : (`rule.TARGET_VALUE_${comparisonType}_${periodType}` as const)
    return t(key, { ...values, figure: t(`mode.${figureOf(rule.mode)}`), target })
  }
}

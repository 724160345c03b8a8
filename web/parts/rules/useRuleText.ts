import { USUAL_BATTERY_PERCENT } from '#engine/notification/batteryLow.ts'
import { USUAL_PHASE_PERCENT } from '#engine/notification/dePhasing.ts'
import { fullName } from '#engine/user/person.ts'
import type { NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { companyRole, figure, figureOf, lastingType } from './ruleWords.view.ts'

type Rule = NotificationRulesQuery['notificationConfigs'][number]

type Audience = Pick<Rule, 'audience' | 'targetAudience'>

/** Returns what gives the names of an audience: all of a kind, people, teams or roles. */
export function useAudienceText(teams: NotificationRulesQuery['teams']): (audience: Audience) => string {
  const { t } = useTexts('notification')
  return ({ audience, targetAudience }) => {
    if (audience.some(({ identifier }) => identifier === null)) return t(`audience.all.${targetAudience}`)
    const names = audience.map(({ identifier, users }) => {
      if (targetAudience === 'USERS') return users[0] ? fullName(users[0]) : '?'
      if (targetAudience === 'TEAMS') return teams.find(({ id }) => id === identifier)?.name ?? '?'
      return t(`role.${companyRole(identifier)}`)
    })
    return names.join(', ')
  }
}

type Choices = Pick<NotificationRulesQuery, 'teams' | 'webhooks'>

/** Returns what gives the sentence of a rule: what it watches, who is told, who later, and which webhooks. */
export function useRuleText({ teams, webhooks }: Choices): (rule: Rule) => string {
  const { t } = useTexts('notification')
  const watchedText = useWatchedText()
  const audienceOf = useAudienceText(teams)
  return (rule) => {
    const names = webhooks.flatMap(({ id, name }) => (rule.webhookIds.includes(id) ? [name] : []))
    return [
      watchedText(rule, audienceOf(rule)),
      ...(rule.type === 'STATUS_DURATION' && !rule.unlessPlanned ? [t('rule.planned')] : []),
      ...rule.steps.map((step) => t('rule.step', { minutes: step.afterMinutes, audience: audienceOf(step) })),
      ...(names.length === 0 ? [] : [t('rule.webhooks', { names: names.join(', ') })]),
    ].join('; ')
  }
}

function useWatchedText(): (rule: Rule, audience: string) => string {
  const { t } = useTexts('notification')
  const format = useFormat()
  return (rule, audience) => {
    const values = { place: rule.workCenter?.name ?? '', audience, minutes: rule.duration }
    if (rule.type === 'BATTERY_LOW' || rule.type === 'DE_PHASING') {
      const usual = rule.type === 'BATTERY_LOW' ? USUAL_BATTERY_PERCENT : USUAL_PHASE_PERCENT
      return t(`rule.${rule.type}`, { ...values, target: `${figure(format, rule.targetValue ?? usual, 4)} %` })
    }
    if (rule.type === 'STATUS_DURATION' && rule.statusRuleId !== null)
      return t('rule.STATUS_DURATION_STATUS', { ...values, status: rule.statusName ?? '?' })
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

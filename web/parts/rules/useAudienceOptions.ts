import { useQuery } from 'urql'
import { maySeePeople } from '#engine/user/mayEditPeople.ts'
import { fullName } from '#engine/user/person.ts'
import { type NotificationRulesQuery, PeopleToTellDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { choiceOf, RULE_ROLES } from './ruleForm.view.ts'
import { useAudienceText } from './useRuleText.ts'

type Option = { readonly value: string; readonly label: string }
type Rule = NotificationRulesQuery['notificationConfigs'][number]

/** Returns whom a rule may tell: the viewer, roles, teams, everybody, each colleague, and the audiences that a stored rule has, whatever they are. */
export function useAudienceOptions(teams: NotificationRulesQuery['teams'], stored: Rule | null): readonly Option[] {
  const { t } = useTexts('notification')
  const viewer = useViewer()
  const audienceText = useAudienceText(teams)
  const { compare } = useFormat()
  const [{ data }] = useQuery({ query: PeopleToTellDocument, pause: !maySeePeople(viewer) })
  const colleagues = (data?.users ?? [])
    .filter(({ id }) => id !== viewer.id)
    .map((one) => ({ value: `USERS:${one.id}`, label: fullName(one) }))
    .toSorted((left, right) => compare(left.label, right.label))
  const usual: readonly Option[] = [
    { value: `USERS:${viewer.id}`, label: t('audience.me') },
    ...RULE_ROLES.map((role) => ({ value: `ROLES:${role}`, label: t(`audience.role.${role}`) })),
    ...teams.map(({ id, name }) => ({ value: `TEAMS:${id}`, label: t('audience.team', { name }) })),
    { value: 'USERS:', label: t('audience.all.USERS') },
    ...colleagues,
  ]
  const own = (stored === null ? [] : [stored, ...stored.steps]).map((one) => ({ value: choiceOf(one), label: audienceText(one) }))
  const byValue = new Map([...own, ...usual].map((option) => [option.value, option]))
  return [...byValue.values()]
}

import { fullName } from '#engine/user/person.ts'
import type { ToldShortFragment } from '#web/api/generated/graphql.ts'
import { companyRole } from '#web/parts/rules/ruleWords.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { whenOf } from './sentence.view.ts'

type ToldShortProps = {
  readonly told: ToldShortFragment
  readonly format: Format
  readonly className?: string | undefined
}

/** Returns who takes care of a notification and what they said, how many were told, and who is told next and when, for everybody who sees it. */
export function ToldShort({ told, format, className }: ToldShortProps) {
  const { t } = useTexts('notification')
  const { acknowledgedBy: by, acknowledgedAt, comment, nextSteps, toldPeople, since } = told
  const when = (at: string) => whenOf(format, Date.parse(at), Date.parse(since))
  const audienceOf = ({ names, targetAudience }: (typeof nextSteps)[number]) => {
    if (names === null) return t(`audience.all.${targetAudience}`)
    const shown = names.map((name) => {
      if (targetAudience === 'ROLES') return t(`role.${companyRole(name)}`)
      return targetAudience === 'TEAMS' ? t('audience.team', { name }) : name
    })
    return shown.join(', ')
  }
  const nextText = (step: (typeof nextSteps)[number]) => {
    const audience = audienceOf(step)
    if (step.lastingMinutes !== null && step.at === null) return t('short.nextLasting', { minutes: step.lastingMinutes, audience })
    if (step.at === null) return ''
    return step.lastingMinutes === null
      ? t('short.nextAt', { time: when(step.at), audience })
      : t('short.nextFrom', { time: when(step.at), minutes: step.lastingMinutes, audience })
  }
  return (
    <>
      {by !== null && (
        <span className={className}>
          {t('taken', { name: fullName(by), time: when(acknowledgedAt ?? since) })}
          {comment !== null && `: ${comment}`}
        </span>
      )}
      {toldPeople > 0 && (
        <span className={className}>{[t('short.told', { count: toldPeople }), ...nextSteps.map(nextText)].join(' · ')}</span>
      )}
    </>
  )
}

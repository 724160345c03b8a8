import { fullName } from '#engine/user/person.ts'
import type { ToldShortFragment } from '#web/api/generated/graphql.ts'
import { companyRole } from '#web/parts/rules/ruleWords.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { whenOf } from './sentence.view.ts'

type Step = ToldShortFragment['nextSteps'][number]

type ToldShortProps = {
  readonly told: ToldShortFragment
  readonly format: Format
  readonly className?: string | undefined
}

/** Returns who takes care of a notification and what they said, how many were told, and who is told next and when, for everybody who sees it. */
export function ToldShort({ told, format, className }: ToldShortProps) {
  const { t } = useTexts('notification')
  const { acknowledgedBy: by, acknowledgedAt, comment, toldPeople, since } = told
  const when = (at: string) => whenOf(format, Date.parse(at), Date.parse(since))
  const next = useNextTold()(told, format)
  return (
    <>
      {by !== null && (
        <span className={className}>
          {t('taken', { name: fullName(by), time: when(acknowledgedAt ?? since) })}
          {comment !== null && `: ${comment}`}
        </span>
      )}
      {toldPeople > 0 && <span className={className}>{[t('short.told', { count: toldPeople }), ...next].join(' · ')}</span>}
    </>
  )
}

/** Returns what tells in words who is told next of a notification and when, one after the other. */
export function useNextTold(): (told: Pick<ToldShortFragment, 'nextSteps' | 'since'>, format: Format) => readonly string[] {
  const { t } = useTexts('notification')
  const audienceOf = ({ names, targetAudience }: Step) => {
    if (names === null) return t(`audience.all.${targetAudience}`)
    const shown = names.map((name) => {
      if (targetAudience === 'ROLES') return t(`role.${companyRole(name)}`)
      return targetAudience === 'TEAMS' ? t('audience.team', { name }) : name
    })
    return shown.join(', ')
  }
  const nextText = (step: Step, since: string, format: Format) => {
    const audience = audienceOf(step)
    const when = (at: string) => whenOf(format, Date.parse(at), Date.parse(since))
    if (step.lastingMinutes !== null && step.at === null) return t('short.nextLasting', { minutes: step.lastingMinutes, audience })
    if (step.at === null) return ''
    return step.lastingMinutes === null
      ? t('short.nextAt', { time: when(step.at), audience })
      : t('short.nextFrom', { time: when(step.at), minutes: step.lastingMinutes, audience })
  }
  return ({ nextSteps, since }, format) => nextSteps.map((step) => nextText(step, since, format))
}

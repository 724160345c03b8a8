import type { StoryEntryFragment } from '#web/api/generated/graphql.ts'
import { useNextTold } from '#web/parts/notice/ToldShort.tsx'
import { useSentence } from '#web/parts/notice/useSentence.ts'
import { whenOf } from '#web/parts/notice/sentence.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'

/** From this step on people are told again of what they put off. */
const TOLD_AGAIN = 100

type About = { readonly reasonSource: string | null; readonly isLastTold: boolean }
type Words = { readonly title: string; readonly notes: readonly string[] }

/** Returns what tells an entry of a stop's story in words: what happened, then who did it and what else is known. */
export function useStoryWords(format: Format): (entry: StoryEntryFragment, about: About) => Words {
  const { t } = useTexts('loss')
  const { t: notice } = useTexts('notification')
  const { t: request } = useTexts('workRequest')
  const sentence = useSentence()
  const nextTold = useNextTold()

  const toldNotes = ({ notification: told, people }: StoryEntryFragment, isLastTold: boolean): readonly string[] => {
    if (told === null) return []
    const isUntaken = isLastTold && told.state === 'OPEN' && told.acknowledgedBy === null
    const count = [
      people === null || people === 0 ? t('story.nobody') : notice('short.told', { count: people }),
      ...(isLastTold ? nextTold(told, format) : []),
    ]
    return [
      count.join(' · '),
      ...(told.state === 'RETRACTED' ? [notice('retracted')] : []),
      ...(told.state === 'RESOLVED' && told.until !== null && isLastTold
        ? [notice('over', { time: whenOf(format, Date.parse(told.until), Date.parse(told.since)) })]
        : []),
      ...(told.isFoundLate ? [notice('late')] : []),
      ...(isUntaken ? [notice('filter.untaken')] : []),
    ]
  }

  const titleOf = (entry: StoryEntryFragment, { reasonSource }: About): string => {
    const { kind, saying, reason, notification, step, requestEvent, workRequest, occurrence, submission } = entry
    const name = occurrence?.checklist?.name ?? ''
    switch (kind) {
      case 'BEGAN':
        return t('story.began')
      case 'ENDED':
        return t('story.ended')
      case 'SAID':
        if (saying?.isRemoved === true) return t('history.removed')
        return [saying?.reason?.name ?? t('stops.unclassified'), ...(saying?.isApproved === true ? [t('stops.approved')] : [])].join(' · ')
      case 'REASON_BY_RULE': {
        const given = { reason: reason?.name ?? t('stops.unclassified') }
        return reasonSource === 'STATUS' ? t('story.byStatus', given) : t('story.byRule', given)
      }
      case 'TOLD': {
        const told = notification === null ? '' : sentence(notification)
        return (step ?? 0) >= TOLD_AGAIN ? t('story.again', { told }) : told
      }
      case 'TAKEN':
        return t('story.taken')
      case 'REQUEST': {
        const content = workRequest?.content ?? ''
        if (requestEvent === null || requestEvent.from === null) return t('story.request', { content })
        const { from, to } = requestEvent
        const became = from === to ? request('changed') : `${request(`status.${from}`)} → ${request(`status.${to}`)}`
        return t('story.requestBecame', { content, became })
      }
      case 'CHECKLIST_DUE':
        return t('story.due', { name })
      case 'CHECKLIST_ANSWERED':
        return submission?.result === 'DEVIATION' ? t('story.deviation', { name }) : t('story.answered', { name })
      case 'CHECKLIST_SKIPPED':
        return t('story.skipped', { name })
      case 'CHECKLIST_MISSED':
        return t('story.missed', { name })
    }
  }

  return (entry, about) => {
    const { kind, user, viaStation, saying, occurrence } = entry
    const isByPerson = ['SAID', 'TAKEN', 'REQUEST', 'CHECKLIST_ANSWERED', 'CHECKLIST_SKIPPED'].includes(kind)
    const by = [
      ...(isByPerson ? [user?.fullName ?? t('classify.somebody')] : []),
      ...(viaStation === null ? [] : [t('history.station', { name: viaStation.fullName })]),
      ...(saying?.via == null ? [] : [t(`history.via.${saying.via}`)]),
    ]
    const isDue = kind === 'CHECKLIST_DUE' && occurrence !== null
    return {
      title: titleOf(entry, about),
      notes: [
        ...(by.length === 0 ? [] : [by.join(' · ')]),
        ...(kind === 'TOLD' ? toldNotes(entry, about.isLastTold) : []),
        ...(isDue && occurrence.isReasonGone ? [t('story.reasonGone')] : []),
        ...(isDue && occurrence.isFoundLate ? [t('story.foundLate')] : []),
      ],
    }
  }
}

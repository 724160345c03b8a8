import { useQuery } from 'urql'
import { LossHistoryDocument, type LossHistoryQuery } from '#web/api/generated/graphql.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { Format } from '#web/ui/format.ts'
import classes from './LossesPage.module.css'

type Saying = LossHistoryQuery['lossHistory'][number]

type LossHistoryProps = {
  readonly stop: Stop
  readonly format: Pick<Format, 'dateTime'>
  /** Says again what was said then; null where the viewer may not. */
  readonly onBack: ((said: Pick<Saying, 'comment' | 'reason' | 'reasonId'>) => void) | null
}

/** Returns who said what of the time of the loss, when and how, with the way back to it; nothing where nobody did. */
export function LossHistory({ stop, format, onBack }: LossHistoryProps) {
  const { t } = useTexts('loss')
  const [result] = useQuery({ query: LossHistoryDocument, variables: { id: stop.id }, requestPolicy: 'cache-and-network' })
  const sayings = result.data?.lossHistory ?? []
  if (sayings.length === 0) return null
  const isNow = ({ reasonId, comment, isRemoved }: Saying) =>
    !isRemoved && (stop.reasonSource === 'MANUAL' ? stop.reasonId : null) === reasonId && stop.comment === comment
  const textOf = ({ reason, isRemoved, comment, isApproved }: Saying): string =>
    [
      isRemoved ? t('history.removed') : (reason?.name ?? t('stops.unclassified')),
      ...(comment === null ? [] : [`“${comment}”`]),
      ...(isApproved ? [t('stops.approved')] : []),
    ].join(' · ')
  const noteOf = ({ saidBy, viaStation, via, saidAt }: Saying): string =>
    [
      saidBy?.fullName ?? t('classify.somebody'),
      format.dateTime(Date.parse(saidAt)),
      ...(viaStation === null ? [] : [t('history.station', { name: viaStation.fullName })]),
      ...(via === null ? [] : [t(`history.via.${via}`)]),
    ].join(' · ')
  return (
    <section>
      <h3>{t('history.title')}</h3>
      <ul className={classes['history']}>
        {sayings.map((saying) => (
          <li key={saying.id}>
            <span className={classes['saying']}>
              <b>{textOf(saying)}</b>
              <span>{noteOf(saying)}</span>
            </span>
            {onBack !== null && !saying.isRemoved && !isNow(saying) && (
              <ActionButton onClick={() => onBack(saying)}>{t('history.back')}</ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useState } from 'react'
import { useQuery } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { SilenceOfWorkCenterDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ManualLoss.module.css'
import { silencesToOffer, type Span } from './manualLoss.view.ts'

type SilenceOfferProps = { readonly workCenterId: number; readonly zone: string; readonly onChoose: (silence: Span) => void }

/** Returns the last times without data of a work center, each a tap away: it is mostly for these that a loss is entered. */
export function SilenceOffer({ workCenterId, zone, onChoose }: SilenceOfferProps) {
  const { t } = useTexts('loss')
  const format = useZoneFormat(zone)
  const [now] = useState(() => Date.now())
  const [result] = useQuery({
    query: SilenceOfWorkCenterDocument,
    variables: { workCenterId, period: { start: new Date(now - DAY_MS).toISOString(), end: new Date(now).toISOString() } },
  })
  const silences = silencesToOffer(result.data?.statusTimeline ?? [], now)
  if (silences.length === 0) return null
  return (
    <div className={classes['silences']} role="group" aria-label={t('manual.silences')}>
      <span>{t('manual.silences')}</span>
      {silences.map((silence) => (
        <ActionButton key={silence.start} onClick={() => onChoose(silence)}>
          {format.dayMonth(silence.start)}, {format.time(silence.start)}–{format.time(silence.end)}
        </ActionButton>
      ))}
    </div>
  )
}

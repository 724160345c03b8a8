import { memo, useLayoutEffect, useRef, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { bandPercent, targetAndGap } from '#web/parts/bandPercent.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { ShiftStrip } from '#web/parts/timeline/ShiftStrip.tsx'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useNear } from '#web/ui/useNear.ts'
import { MendLink } from '../MendLink.tsx'
import { missingCause } from '../missingFigure.view.ts'
import { useStaleness } from '../useStaleness.ts'
import { ActiveOrder } from './ActiveOrder.tsx'
import { cardFigures } from './card.view.ts'
import { CompareCheck } from './CompareCheck.tsx'
import { FactorBar } from './FactorBar.tsx'
import type { ListedCard } from './listedCard.ts'
import type { CardColor } from './listSearch.view.ts'
import { useCardLive } from './useCardLive.ts'
import { useShiftSpans } from './shiftStrips.ts'
import classes from './WorkCenterCard.module.css'

type WorkCenterCardProps = {
  readonly workCenter: ListedCard
  readonly color: CardColor
  /** Whether it is drawn whole at once; the others are when they come near the screen. */
  readonly isFirst: boolean
}

/** Returns the card of a work center: the whole of it is one link. Far from the screen it is an empty box with its name. */
export const WorkCenterCard = memo(function WorkCenterCard({ workCenter, color, isFirst }: WorkCenterCardProps) {
  const [watch, isNear] = useNear(isFirst)
  const [isDrawn, setDrawn] = useState(isFirst)
  const place = useRef<HTMLDivElement>(null)
  const isFocused = useRef(false)
  if (isNear && !isDrawn) setDrawn(true)
  useLayoutEffect(() => {
    // The link that had the focus was just replaced by the drawn card's.
    if (isDrawn && isFocused.current) place.current?.querySelector('a')?.focus()
  }, [isDrawn])
  return (
    <div
      ref={(element) => {
        place.current = element
        return watch(element)
      }}
      className={classes['place']}
      data-row={workCenter.id}
      onFocus={() => (isFocused.current = true)}
      onBlur={() => (isFocused.current = false)}
    >
      {isDrawn ? (
        <DrawnCard workCenter={workCenter} color={color} isNear={isNear} />
      ) : (
        <article className={`${classes['card']} ${classes['empty']}`}>
          <h2>
            <CardLink workCenter={workCenter} />
          </h2>
        </article>
      )}
    </div>
  )
})

function CardLink({ workCenter }: { readonly workCenter: ListedCard }) {
  return (
    <a className={classes['link']} href={`/boxes/${workCenter.deviceId ?? ''}`} title={workCenter.name}>
      {workCenter.name}
    </a>
  )
}

type DrawnCardProps = { readonly workCenter: ListedCard; readonly color: CardColor; readonly isNear: boolean }

function DrawnCard({ workCenter, color, isNear }: DrawnCardProps) {
  const { t } = useCommonTexts()
  const unitName = useUnitName()
  const format = useFormat()
  const live = useCardLive(workCenter.id, isNear)
  const { fullOf } = useLiveName()
  const spans = useShiftSpans(workCenter.id)
  const figures = cardFigures(workCenter, live)
  const percent = figures.oee === null ? null : figures.oee * 100
  const missing = missingCause('oee', live)
  const staleSince = useStaleness(workCenter.id)
  const status = live?.status ?? null
  const statusName = fullOf(live)
  const isByOee = color === 'oee'
  return (
    <article
      className={classes['card']}
      data-style={isByOee ? undefined : figures.style}
      data-band={isByOee ? (figures.band ?? 'none') : undefined}
      data-stale={staleSince === null ? undefined : true}
    >
      <div className={classes['status']}>
        {isByOee && figures.band !== null ? <BandIcon band={figures.band} isPlain /> : <StatusIcon style={figures.style} />}
        <span className={classes['statusName']} title={statusName}>
          {statusName}
        </span>
        {status !== null && <Timer since={status.since} />}
      </div>
      <div className={classes['body']}>
        <div className={classes['heading']}>
          {workCenter.photo != null && <Avatar photo={workCenter.photo} initials="" />}
          <h2>
            <CardLink workCenter={workCenter} />
          </h2>
          {live !== undefined && live.unclassifiedLossCount > 0 && (
            <span className={classes['reasons']}>
              <Icon name="alert" size={14} /> {t('boxes.reasons', { count: live.unclassifiedLossCount })}
            </span>
          )}
        </div>
        <ActiveOrder id={workCenter.id} />
        {(staleSince !== null || figures.batteryPercent !== null || figures.signalPercent !== null) && (
          <p className={classes['notes']}>
            {staleSince !== null && <span>{t('state.lastData', { time: format.timeWithSeconds(staleSince) })}</span>}
            {figures.batteryPercent !== null && (
              <span>
                <Icon name="battery" size={14} /> {t('boxes.battery', { value: format.percentOf(figures.batteryPercent) })}
              </span>
            )}
            {figures.signalPercent !== null && (
              <span>
                <Icon name="signal" size={14} /> {t('boxes.signal', { value: format.percentOf(figures.signalPercent) })}
              </span>
            )}
          </p>
        )}
        <div className={classes['oee']}>
          <span className={classes['oeeValue']}>{bandPercent(format, percent)}</span>
          {figures.band !== null && (
            <>
              <BandIcon band={figures.band} />
              <span className="hidden-text">{t(`band.${figures.band}`)}</span>
            </>
          )}
          <span className={classes['meta']}>
            {missing !== null ? (
              <>
                {/* The head of the card says it of a machine that is not set up. */}
                {missing !== 'noRules' && t(`missing.${missing}`)}{' '}
                <MendLink deviceId={workCenter.deviceId} cause={missing} className={classes['mend']} />
              </>
            ) : workCenter.targetOee == null ? (
              t('oee.soFar')
            ) : (
              t('oee.soFarTarget', { target: targetAndGap(format, workCenter.targetOee, percent) })
            )}
          </span>
          <CompareCheck id={workCenter.id} name={workCenter.name} />
        </div>
        <div className={classes['factors']}>
          {figures.factors.map((factor) => (
            <FactorBar key={factor.key} factor={factor.key} ratio={factor.ratio} target={factor.target} />
          ))}
        </div>
        <p className={classes['output']}>
          {live?.output ? (
            <>
              <b>{format.number(live.output.total)}</b>
              {live.output.targetFullShift !== null && ` / ${format.number(live.output.targetFullShift)}`}{' '}
              {unitName(workCenter.outputMeasurementUnit)}
              <span className={classes['rejected']}>
                {t('output.rejectedShort', { count: live.output.rejected, value: format.number(live.output.rejected) })}
              </span>
            </>
          ) : (
            <span className={classes['meta']}>{t('output.none')}</span>
          )}
        </p>
        {live?.shift ? (
          <ShiftStrip spans={spans} start={live.shift.start} end={live.shift.end} title={t('shift.strip')} />
        ) : (
          <p className={`${classes['meta']} ${classes['noShift']}`}>{live !== undefined && t('shift.none')}</p>
        )}
      </div>
    </article>
  )
}

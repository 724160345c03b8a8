import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveWorkCenter, useStatusTrail } from '#web/api/live.ts'
import type { WorkCentersQuery } from '#web/api/generated/graphql.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusKey } from '#web/parts/statusLook.ts'
import { ShiftStrip } from '#web/parts/timeline/ShiftStrip.tsx'
import { statusSpans } from '#web/parts/timeline/statusSpans.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FactorBar } from './FactorBar.tsx'
import { useStaleness } from './useStaleness.ts'
import classes from './WorkCenterCard.module.css'
import { type CardColor, cardFigures } from './workCenters.view.ts'

export type ListedCard = WorkCentersQuery['workCenters'][number]

type WorkCenterCardProps = { readonly workCenter: ListedCard; readonly color: CardColor }

/** Returns the card of a work center: the whole of it is one link, its figures follow the live store of this work center alone. */
export const WorkCenterCard = memo(function WorkCenterCard({ workCenter, color }: WorkCenterCardProps) {
  const { t } = useTranslation()
  const unitName = useUnitName()
  const format = useFormat()
  const live = useLiveWorkCenter(workCenter.id)
  const trail = useStatusTrail(workCenter.id)
  const spans = useMemo(() => statusSpans(workCenter.shiftStatuses, trail), [workCenter.shiftStatuses, trail])
  const figures = cardFigures(workCenter, live)
  const staleSince = useStaleness(live)
  const status = live?.status ?? null
  const statusName = status === null ? t('status.noData') : (status.name ?? t(statusKey(status.kind)))
  const isByOee = color === 'oee'
  return (
    <article
      className={classes['card']}
      data-look={isByOee ? undefined : figures.look}
      data-band={isByOee ? (figures.band ?? 'none') : undefined}
      data-stale={staleSince === null ? undefined : true}
    >
      <div className={classes['status']}>
        {isByOee && figures.band !== null ? <BandIcon band={figures.band} isPlain /> : <StatusIcon look={figures.look} />}
        <span className={classes['statusName']} title={statusName}>
          {statusName}
        </span>
        {status !== null && <Timer since={status.since} />}
      </div>
      <div className={classes['body']}>
        <div className={classes['heading']}>
          <h2>
            <a className={classes['link']} href={`/boxes/${workCenter.deviceId ?? ''}`} title={workCenter.name}>
              {workCenter.name}
            </a>
          </h2>
          {live !== undefined && live.unclassifiedLossCount > 0 && (
            <span className={classes['reasons']}>
              <Icon name="alert" size={14} /> {t('boxes.reasons', { count: live.unclassifiedLossCount })}
            </span>
          )}
        </div>
        <div className={classes['oee']}>
          <span className={classes['oeeValue']}>{format.percent(figures.oee)}</span>
          {figures.band !== null && (
            <>
              <BandIcon band={figures.band} />
              <span className="hidden-text">{t(`band.${figures.band}`)}</span>
            </>
          )}
          <span className={classes['meta']}>
            {workCenter.targetOee == null ? t('oee.soFar') : t('oee.soFarTarget', { target: format.percentOf(workCenter.targetOee) })}
          </span>
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
          <ShiftStrip spans={spans} start={live.shift.start} end={live.shift.end} />
        ) : (
          <p className={`${classes['meta']} ${classes['noShift']}`}>{t('shift.none')}</p>
        )}
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
      </div>
    </article>
  )
})

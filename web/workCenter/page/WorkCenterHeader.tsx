import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bandOf } from '#engine/oee/band.ts'
import type { OeeFactor, WorkCenterByDeviceQuery } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusKey } from '#web/parts/statusLook.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useStaleness } from '../useStaleness.ts'
import { WhyThisNumber } from '../why/WhyThisNumber.tsx'
import classes from './WorkCenterHeader.module.css'
import { cardFigures } from '../list/workCenters.view.ts'

export type LoadedWorkCenter = NonNullable<WorkCenterByDeviceQuery['workCenter']>

const FACTORS: Record<'availability' | 'performance' | 'quality', OeeFactor> = {
  availability: 'AVAILABILITY',
  performance: 'PERFORMANCE',
  quality: 'QUALITY',
}

/** Returns the header that stays in view: status with timer, name, shift, and the four figures, each of which explains itself. */
export function WorkCenterHeader({ workCenter }: { readonly workCenter: LoadedWorkCenter }) {
  const { t } = useTranslation()
  const unitName = useUnitName()
  const format = useFormat()
  const live = useLiveWorkCenter(workCenter.id)
  const staleSince = useStaleness(workCenter.id)
  const [asked, setAsked] = useState<OeeFactor | null>(null)
  const figures = cardFigures(workCenter, live)
  const status = live?.status ?? null
  const factors = [
    { factor: 'OEE' as const, name: t('oee.oee'), ratio: figures.oee, target: workCenter.targetOee ?? null },
    ...figures.factors.map(({ key, ratio, target }) => ({ factor: FACTORS[key], name: t(`oee.${key}`), ratio, target })),
  ]
  return (
    <div className={classes['header']} data-stale={staleSince === null ? undefined : true}>
      <div className={classes['status']} data-look={figures.look}>
        <StatusIcon look={figures.look} size={18} />
        <span className={classes['statusName']}>
          {status === null ? t('status.noData') : (status.name ?? t(statusKey(status.kind)))}
          {status?.noDataCause != null && <span className={classes['cause']}> · {t(`cause.${status.noDataCause}`)}</span>}
        </span>
        {status !== null && <Timer since={status.since} />}
      </div>
      <div className={classes['row']}>
        <div className={classes['title']}>
          <PageHeading>{workCenter.name}</PageHeading>
          <p className={classes['meta']}>
            {live?.shift
              ? t('shift.current', { name: live.shift.name, from: format.time(live.shift.start), to: format.time(live.shift.end) })
              : t('shift.none')}
            {staleSince !== null && ` · ${t('state.lastData', { time: format.timeWithSeconds(staleSince) })}`}
          </p>
        </div>
        <div className={classes['figures']}>
          {factors.map(({ factor, name, ratio, target }) => (
            <FigureButton key={factor} name={name} ratio={ratio} target={target} onClick={() => setAsked(factor)} />
          ))}
        </div>
      </div>
      <SidePanel isOpen={asked !== null} onClose={() => setAsked(null)} side="right" title={t('why.title')} closeLabel={t('state.close')}>
        {asked !== null && (
          <WhyThisNumber
            workCenterId={workCenter.id}
            shiftStart={live?.shift?.start ?? null}
            unit={unitName(workCenter.outputMeasurementUnit)}
            factor={asked}
            onFactor={setAsked}
            onFollow={() => setAsked(null)}
          />
        )}
      </SidePanel>
    </div>
  )
}

type FigureButtonProps = {
  readonly name: string
  readonly ratio: number | null
  readonly target: number | null
  readonly onClick: () => void
}

function FigureButton({ name, ratio, target, onClick }: FigureButtonProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const band = bandOf(ratio === null ? null : ratio * 100)
  const value = format.percent(ratio)
  return (
    <button type="button" className={classes['figure']} aria-haspopup="dialog" onClick={onClick}>
      <span className={classes['figureName']}>
        {name} <Icon name="question" size={14} />
      </span>
      <span className={classes['figureValue']}>
        {value} {band !== null && <BandIcon band={band} />}
      </span>
      <span className={classes['meta']}>{target === null ? ' ' : t('oee.target', { target: format.percentOf(target) })}</span>
      <span className="hidden-text">{t('why.title')}</span>
    </button>
  )
}

import { type ReactNode, useState } from 'react'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { liveShiftName } from '#web/parts/liveLook.ts'
import { useQuery } from 'urql'
import { type OeeFactor, type WorkCenterByDeviceQuery, WorkCenterNamesDocument } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { WorkCenterSwitcher } from '#web/parts/WorkCenterSwitcher.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { cardFigures } from '../list/card.view.ts'
import { MendLink } from '../MendLink.tsx'
import { missingCause } from '../missingFigure.view.ts'
import { useStaleness } from '../useStaleness.ts'
import { WhyThisNumber } from '#web/parts/why/WhyThisNumber.tsx'
import { FigureButton } from './FigureButton.tsx'
import { HeaderStatus } from './HeaderStatus.tsx'
import { StopAction } from './StopAction.tsx'
import classes from './WorkCenterHeader.module.css'

export type LoadedWorkCenter = NonNullable<WorkCenterByDeviceQuery['workCenter']>

const FACTORS: Record<'availability' | 'performance' | 'quality', OeeFactor> = {
  availability: 'AVAILABILITY',
  performance: 'PERFORMANCE',
  quality: 'QUALITY',
}

type WorkCenterHeaderProps = {
  readonly workCenter: LoadedWorkCenter
  readonly actions: ReactNode
  readonly tabs: ReactNode
  readonly period: ReactNode
}

/** Returns the sticky header: status with timer, name, order, the four figures with their explanations, actions, tabs and period. */
export function WorkCenterHeader({ workCenter, actions, tabs, period }: WorkCenterHeaderProps) {
  const { t, i18n } = useCommonTexts()
  const unitName = useUnitName()
  const format = useFormat()
  const live = useLiveWorkCenter(workCenter.id)
  const staleSince = useStaleness(workCenter.id)
  const [names] = useQuery({ query: WorkCenterNamesDocument, requestPolicy: 'cache-first' })
  const [asked, setAsked] = useState<OeeFactor | null>(null)
  const figures = cardFigures(workCenter, live)
  const factors = [
    { factor: 'OEE' as const, figure: 'oee' as const, name: t('oee.oee'), ratio: figures.oee, target: workCenter.targetOee ?? null },
    ...figures.factors.map(({ key, ratio, target }) => ({ factor: FACTORS[key], figure: key, name: t(`oee.${key}`), ratio, target })),
  ]
  return (
    <div className={classes['header']} data-stale={staleSince === null ? undefined : true}>
      <HeaderStatus workCenterId={workCenter.id} name={workCenter.name} deviceId={workCenter.deviceId} style={figures.style} />
      <StopAction workCenterId={workCenter.id} style={figures.style} />
      <div className={classes['row']}>
        <div className={classes['title']}>
          <div className={classes['name']}>
            <PageHeading>{workCenter.name}</PageHeading>
            {workCenter.deviceId != null && (
              <WorkCenterSwitcher
                name={workCenter.name}
                deviceId={workCenter.deviceId}
                workCenters={names.data?.workCenters ?? []}
                isNameHidden
              />
            )}
          </div>
          <p className={classes['meta']}>
            {live?.shift
              ? t('shift.current', {
                  name: liveShiftName(live, i18n.language) ?? '',
                  from: format.time(live.shift.start),
                  to: format.time(live.shift.end),
                })
              : // Of a machine that never sent anything nobody knows that it is off shift.
                live?.lastSampleAt != null && t('shift.none')}
            {staleSince !== null && ` · ${t('state.lastData', { time: format.timeWithSeconds(staleSince) })}`}
          </p>
          <ActiveOrders workCenter={workCenter} />
        </div>
        <div className={classes['figures']}>
          {factors.map(({ factor, figure, name, ratio, target }) => {
            const cause = missingCause(figure, live)
            // Said once of a machine that is not set up: it is the same for all four.
            const missing = cause === 'noRules' && factor !== 'OEE' ? null : cause
            return (
              <div key={factor} className={classes['figureBox']}>
                <FigureButton name={name} ratio={ratio} target={target} missing={missing} onClick={() => setAsked(factor)} />
                {/* Once, and not what the bar of the status says. */}
                {factor === 'OEE' && missing !== 'noRules' && (
                  <MendLink deviceId={workCenter.deviceId} cause={missing} className={classes['mend']} />
                )}
              </div>
            )
          })}
        </div>
        {actions}
      </div>
      <div className={classes['tabs']} data-print="no">
        {tabs}
      </div>
      <div className={classes['period']} data-print="no">
        {period}
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

/** Returns the running orders of the machine with their progress; nothing without one. */
function ActiveOrders({ workCenter }: { readonly workCenter: LoadedWorkCenter }) {
  const { t } = useTexts('page')
  const format = useFormat()
  const unit = useUnitName()(workCenter.outputMeasurementUnit)
  const [first, ...others] = workCenter.activeJobOrders
  if (first === undefined) return null
  const made = first.madeOutput.acceptedOutput
  return (
    <p className={classes['order']}>
      <span>{t('order.title')} </span>
      <b>{first.orderCode}</b>{' '}
      {first.planOutput == null
        ? t('order.made', { made: format.number(made), unit })
        : t('order.ofPlan', { made: format.number(made), plan: format.number(first.planOutput), unit })}
      {others.length > 0 && ` · ${t('order.more', { count: others.length })}`}
    </p>
  )
}

import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { mayDateOrders, mayPlanOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { CreateHereProps } from './CreateHere.tsx'
import { NextOrder } from './NextOrder.tsx'
import type { OrderActBody } from './orderAct.ts'
import classes from './OrderPanel.module.css'
import type { OrderPanelState } from './useOrderPanel.ts'

const CreateHere = lazyPart<CreateHereProps>(() => import('./CreateHere.tsx').then((loaded) => ({ default: loaded.CreateHere })))

type NextOrdersProps = {
  readonly workCenterId: number
  readonly panel: OrderPanelState
  /** What becomes of those in progress when the next one starts; left out where none is. */
  readonly others: OrderActBody['running']
  readonly isLarge: boolean
  readonly onStart: (order: PanelOrderFragment, how: Pick<OrderActBody, 'at' | 'running'>) => void
  /** It began earlier: somebody says when. */
  readonly onBegan: (order: PanelOrderFragment) => void
}

const SHOWN_NEXT = 3
/** Large tiles leave room for what waits for a reason. */
const SHOWN_NEXT_LARGE = 1

/** Returns what comes next at the machine, the first of it until somebody asks for all; where nothing does, the way to an order. */
export function NextOrders({ workCenterId, panel, others, isLarge, onStart, onBegan }: NextOrdersProps) {
  const { t } = useTexts('order')
  const [isWhole, setWhole] = useState(false)
  const { running, next } = panel
  const shownCount = isLarge ? SHOWN_NEXT_LARGE : SHOWN_NEXT
  const shown = isWhole ? next : next.slice(0, shownCount)
  return (
    <>
      {panel.isLoaded && running.length === 0 && next.length > 0 && <p className={classes['muted']}>{t('nothingRuns')}</p>}
      {next.length > 0 && (
        <div className={classes['list']}>
          <h3>{t('next')}</h3>
          <ol className={classes['next']}>
            {shown.map((order, index) => (
              <NextOrder
                key={order.id}
                order={order}
                others={others}
                isFirst={index === 0}
                onStart={() => onStart(order, others === undefined ? {} : { running: others })}
                onBeside={others === undefined ? null : () => onStart(order, {})}
                onBegan={() => onBegan(order)}
              />
            ))}
          </ol>
        </div>
      )}
      {next.length > shownCount && (
        <button type="button" className={classes['all']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('fewer')
            : panel.hiddenCount > 0
              ? t('allOf', { count: next.length, all: next.length + panel.hiddenCount })
              : t('all', { count: next.length })}
        </button>
      )}
      {panel.isLoaded && running.length === 0 && next.length === 0 && (
        <NoOrders workCenterId={workCenterId} isLarge={isLarge} onCreated={panel.refetch} />
      )}
    </>
  )
}

/** Says that there is no order, with the way to one for who plans or may create one here. */
function NoOrders(props: CreateHereProps) {
  const { t } = useTexts('order')
  const viewer = useViewer()
  const isPlanner = mayPlanOrders(viewer)
  return (
    <>
      <p className={classes['muted']}>
        {t('none')} {isPlanner && <Link to="/job-orders">{t('toOrders')}</Link>}
      </p>
      {!isPlanner && (
        <Suspense>{mayDateOrders(viewer) ? <CreateHere {...props} /> : <p className={classes['muted']}>{t('noneHelp')}</p>}</Suspense>
      )}
    </>
  )
}

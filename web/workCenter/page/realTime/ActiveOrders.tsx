import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OrdersInProgressDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import panels from '../RealTimeTab.module.css'
import classes from './ActiveOrders.module.css'
import { expectedOf, type OrderInProgress } from './realTime.view.ts'

/** What is being made for an order is in no closed record yet. */
const RUNNING_MS = 15_000
const NOW_STEP_MS = 15_000

/** Returns the job orders in progress: made, planned, rejected, and expected by now; nothing where no order is. */
export function ActiveOrders({ deviceId, unit }: { readonly deviceId: string; readonly unit: string }) {
  const { t } = useTexts('realTime')
  const [result, refetch] = useFreshQuery(
    OrdersInProgressDocument,
    useMemo(() => ({ deviceId }), [deviceId]),
    { workCenterIds: null, kinds: ['order', 'output', 'workCenter'] },
    { everyMs: RUNNING_MS },
  )
  const orders = result.data?.workCenter?.activeJobOrders ?? []
  const isFailed = result.error !== undefined && result.data === undefined
  if (orders.length === 0 && !isFailed) return null
  return (
    <div className={panels['panel']}>
      <section className={classes['section']} aria-label={t('orders.title')}>
        <h2>{t('orders.title')}</h2>
        {isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
        {orders.map((order) => (
          <Order key={order.id} order={order} unit={unit} />
        ))}
      </section>
    </div>
  )
}

function Order({ order, unit }: { readonly order: OrderInProgress; readonly unit: string }) {
  const { t } = useTexts('realTime')
  const format = useFormat()
  const now = useCoarseNow(NOW_STEP_MS)
  const expected = expectedOf(order, now)
  const { planOutput } = order
  const { acceptedOutput, rejectedOutput } = order.madeOutput
  // What is beyond the plan must fit, too.
  const whole = Math.max(1, planOutput ?? 0, acceptedOutput + rejectedOutput)
  const share = (value: number) => `${(value / whole) * 100}%`
  return (
    <div className={classes['order']}>
      <p className={classes['head']}>
        <b>{order.orderCode}</b>
        <span>
          {planOutput == null
            ? `${format.number(acceptedOutput)} ${unit}`
            : t('orders.made', { made: format.number(acceptedOutput), plan: `${format.number(planOutput)} ${unit}` })}
        </span>
      </p>
      <div className={classes['bar']} aria-hidden>
        <span className={classes['accepted']} style={{ width: share(acceptedOutput) }} />
        <span className={classes['rejected']} style={{ width: share(rejectedOutput) }} />
        {planOutput != null && <span className={classes['plan']} style={{ left: share(planOutput) }} />}
        {expected !== null && <span className={classes['expected']} style={{ left: share(Math.min(expected, whole)) }} />}
      </div>
      <p className={classes['meta']}>
        {[
          order.madeProgress == null ? null : format.percentOf(order.madeProgress, 0),
          t('orders.rejected', { value: format.number(rejectedOutput) }),
          expected === null ? null : t('output.expectedNow', { value: format.number(expected) }),
          order.timeStart == null ? null : t('orders.since', { time: format.dateTime(Date.parse(order.timeStart)) }),
          order.planEnd == null ? null : t('orders.until', { time: format.dateTime(Date.parse(order.planEnd)) }),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </div>
  )
}

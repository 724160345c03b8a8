import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ActiveOrder.module.css'
import { useActiveOrder } from './activeOrders.ts'

/** Returns the order that the work center works on and how much of it is made; nothing where there is none. */
export function ActiveOrder({ id }: { readonly id: number }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const order = useActiveOrder(id)
  if (order === undefined) return null
  return (
    <p className={classes['order']}>
      <span className="hidden-text">{t('boxes.order')}</span>
      <span className={classes['code']} title={order.code}>
        {order.code}
      </span>
      {order.moreCount > 0 && <span className={classes['more']}>+{format.number(order.moreCount)}</span>}
      {order.progress !== null && (
        <>
          <span className={classes['rail']} aria-hidden>
            <span style={{ inlineSize: `${Math.min(1, Math.max(0, order.progress)) * 100}%` }} />
          </span>
          <span className={classes['progress']}>{format.percent(order.progress, 0)}</span>
        </>
      )}
    </p>
  )
}

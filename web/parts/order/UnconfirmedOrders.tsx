import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './OrderPanel.module.css'

type UnconfirmedOrdersProps = { readonly orders: readonly PanelOrderFragment[]; readonly onConfirm: (order: PanelOrderFragment) => void }

/** Returns the paused and finished orders whose output waits for its confirmation, each with the button that asks for it; nothing where none does. */
export function UnconfirmedOrders({ orders, onConfirm }: UnconfirmedOrdersProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const unitName = useUnitName()
  if (orders.length === 0) return null
  return (
    <div className={classes['list']}>
      <h3>{t('unconfirmed')}</h3>
      <ul className={classes['next']}>
        {orders.map((order) => {
          const { orderCode, product, countedOutput, measurementUnit } = order
          const value = format.number(countedOutput?.totalOutput ?? 0)
          return (
            <li key={order.id} className={classes['waitingOrder']}>
              <p className={classes['head']}>
                <b>{orderCode}</b>
                {product !== null && <span>{product.name}</span>}
                <span className={classes['muted']}>
                  {value} {measurementUnit === null ? '' : unitName(measurementUnit)}
                </span>
              </p>
              <div className={classes['acts']}>
                <button type="button" onClick={() => onConfirm(order)}>
                  <Icon name="check" size={20} />
                  {t('act.CONFIRM', { value })}
                  <span className="hidden-text"> {orderCode}</span>
                </button>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

import type { ListedOrderFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { progressParts } from './jobOrders.view.ts'
import classes from './JobOrdersPage.module.css'

type OrderProgressProps = {
  readonly order: ListedOrderFragment
  /** How much of the plan is due by now; null = not known, or of no account. */
  readonly expectedNow: number | null
}

/** Returns how much of the order is made of its plan: confirmed solid, counted lighter, rejected hatched, where the plan ends where more was made, and what is due by now. */
export function OrderProgress({ order, expectedNow }: OrderProgressProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const unitName = useUnitName()
  const { confirmed, counted, rejected, plan, due } = progressParts(order, expectedNow)
  const unit = order.measurementUnit === null ? '' : ` ${unitName(order.measurementUnit)}`
  const made = format.number(order.madeOutput.acceptedOutput)
  const percent = (part: number) => `${part * 100}%`
  return (
    <div className={classes['progress']}>
      <span>
        {order.planOutput === null ? `${made}${unit}` : t('made.ofPlan', { made, plan: `${format.number(order.planOutput)}${unit}` })}
        {order.acceptedOutput > 0 && order.acceptedOutput < order.madeOutput.acceptedOutput && (
          <span className={classes['muted']}> · {t('made.confirmed', { count: format.number(order.acceptedOutput) })}</span>
        )}
        {order.madeOutput.rejectedOutput > 0 && (
          <span className={classes['muted']}> · {t('made.rejected', { count: format.number(order.madeOutput.rejectedOutput) })}</span>
        )}
        {order.sharedCountedOutput !== null && order.sharedCountedOutput.totalOutput > 0 && (
          <span className={classes['muted']}> · {t('made.together', { count: format.number(order.sharedCountedOutput.totalOutput) })}</span>
        )}
      </span>
      {order.planOutput !== null && (
        <span className={classes['rail']} aria-hidden>
          <span className={classes['confirmed']} style={{ inlineSize: percent(confirmed) }} />
          <span className={classes['counted']} style={{ inlineSize: percent(counted) }} />
          <span className={classes['rejected']} style={{ inlineSize: percent(rejected) }} />
          {due !== null && due > 0 && due < 1 && <span className={classes['due']} style={{ insetInlineStart: percent(due) }} />}
          {plan !== null && plan < 1 && <span className={classes['tick']} style={{ insetInlineStart: percent(plan) }} />}
        </span>
      )}
    </div>
  )
}

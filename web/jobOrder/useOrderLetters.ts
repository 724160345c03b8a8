import type { ListedOrderFragment } from '#web/api/generated/graphql.ts'
import type { RowAction } from './jobOrders.view.ts'

type OrderLetters = {
  readonly onAct: (act: RowAction, order: ListedOrderFragment) => void
  readonly onEdit: (order: ListedOrderFragment) => void
  readonly mayEdit: boolean
}

/** Returns what the letters do with the order that has the focus, or the only one that is selected: `s` starts it, or pauses it where it is in progress; `e` opens its form. */
export function useOrderLetters({
  onAct,
  onEdit,
  mayEdit,
}: OrderLetters): Readonly<Record<string, (orders: readonly ListedOrderFragment[]) => void>> {
  const only = (orders: readonly ListedOrderFragment[], act: (order: ListedOrderFragment) => void) => {
    const [order, ...others] = orders
    if (order !== undefined && others.length === 0) act(order)
  }
  return {
    s: (orders) =>
      only(orders, (order) => {
        const act = (['STOP', 'START'] as const).find((one) => order.allowedActions.includes(one))
        if (act !== undefined) onAct(act, order)
      }),
    e: (orders) =>
      only(orders, (order) => {
        if (mayEdit && order.allowedActions.includes('EDIT')) onEdit(order)
      }),
  }
}

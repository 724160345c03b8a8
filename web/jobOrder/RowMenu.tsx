import type { ListedOrderFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { hinderedOf, menuActionsOf, missingOf, type RowAction, type RowRights } from './jobOrders.view.ts'
import classes from './JobOrdersPage.module.css'
import { useHindrance } from './useHindrance.ts'

type RowMenuProps = {
  readonly order: ListedOrderFragment
  readonly rights: RowRights
  /** Something is being done with the order: nothing else is meanwhile. */
  readonly isBusy: boolean
  readonly onAct: (act: RowAction, order: ListedOrderFragment) => void
}

/** Returns the menu of a row: all that can be done with its order beside what its button does, and what cannot be done now with the reason. */
export function RowMenu({ order, rights, isBusy, onAct }: RowMenuProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const whyOf = useHindrance()
  const actions = menuActionsOf(order, rights)
  const hindered = hinderedOf(order)
  if (actions.length + hindered.length === 0) return null
  return (
    <Dropdown
      label={t('row.menu', { code: order.orderCode })}
      trigger={<Icon name="more" />}
      triggerClass={classes['more']}
      kind="menu"
      side="end"
      isOver
    >
      {actions.map((action) => (
        <DropdownItem key={action} onClick={() => !isBusy && onAct(action, order)}>
          {t(`act.${action}`, { count: format.number(missingOf(order)) })}
        </DropdownItem>
      ))}
      {hindered.map((one) => (
        <DropdownItem key={one.action} onClick={() => {}} hindrance={whyOf(one)}>
          {t(`act.${one.action}`)}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}

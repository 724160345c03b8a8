import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { OrderValues } from './jobOrderForm.view.ts'
import classes from './JobOrdersPage.module.css'

type OrderConflictProps = {
  /** What others changed since the form began. */
  readonly moved: readonly (keyof OrderValues)[]
  readonly onTheirs: () => void
  readonly onMine: () => void
}

const FIELD_WORDS = {
  productId: 'column.product',
  planOutput: 'form.planOutput',
  workCenterId: 'column.workCenter',
  performanceBy: 'form.performanceBy',
  planCycleTime: 'performanceBy.CYCLE_TIME',
  targetSpeedQuantity: 'performanceBy.SPEED',
  planDuration: 'history.field.planDuration',
  planStart: 'form.planStart',
  planEnd: 'form.planEnd',
  dueDate: 'column.due',
  orderCode: 'column.code',
  externalCode: 'form.externalCode',
  description: 'form.description',
  notes: 'form.notes',
} as const satisfies Record<keyof OrderValues, string>

/** Returns the notice that somebody else changed the order while it is edited, with the two ways on; what is typed stays until it is given up. */
export function OrderConflict({ moved, onTheirs, onMine }: OrderConflictProps) {
  const { t } = useTexts('jobOrder')
  return (
    <div role="alert" className={classes['conflict']}>
      <p>{t('conflict.text', { fields: moved.map((name) => t(FIELD_WORDS[name])).join(', ') })}</p>
      <ActionButton onClick={onTheirs}>{t('conflict.theirs')}</ActionButton>
      <ActionButton isMain onClick={onMine}>
        {t('conflict.mine')}
      </ActionButton>
    </div>
  )
}

import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import classes from './WorkCenterHeader.module.css'

/** Returns the running orders of the machine with their progress; nothing without one. */
export function ActiveOrders({ workCenter }: { readonly workCenter: LoadedWorkCenter }) {
  const { t } = useTexts('page')
  const format = useFormat()
  const unit = useUnitName()(workCenter.outputMeasurementUnit)
  const [first, ...others] = workCenter.activeJobOrders
  if (first === undefined) return null
  const made = first.acceptedOutput + first.rejectedOutput
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

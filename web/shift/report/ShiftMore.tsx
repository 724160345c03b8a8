import type { OpenedShiftFragment, ShiftReportQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ShiftReport.module.css'

type ShiftMoreProps = { readonly shift: OpenedShiftFragment; readonly report: ShiftReportQuery; readonly unit: string }

/** Returns what else a shift leaves: its output with orders and confirmations, and its energy. What is not there is left out. */
export function ShiftMore({ shift, report, unit }: ShiftMoreProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const { totalCount, withProductionOrderCount, withBatchCount } = shift.outputStats
  const energy = report.energyStat ?? null
  return (
    <div className={classes['columns']}>
      <section aria-label={t('more.output')}>
        <h2>{t('more.output')}</h2>
        <dl className={classes['facts']}>
          <Fact name={t('more.total')} value={`${format.number(shift.totalOutput)} ${unit}`} />
          <Fact name={t('hours.good')} value={`${format.number(shift.oee?.acceptedOutput)} ${unit}`} />
          <Fact name={t('hours.rejected')} value={`${format.number(shift.oee?.rejectedOutput)} ${unit}`} />
          {withProductionOrderCount > 0 && (
            <Fact
              name={t('more.withOrder')}
              value={t('of', { done: format.number(withProductionOrderCount), all: format.number(totalCount) })}
            />
          )}
          {withBatchCount > 0 && (
            <Fact name={t('more.withBatch')} value={t('of', { done: format.number(withBatchCount), all: format.number(totalCount) })} />
          )}
          {(shift.outputConfirmedShare ?? 0) > 0 && (
            <Fact name={t('more.confirmed')} value={format.percent(shift.outputConfirmedShare, 0)} />
          )}
        </dl>
      </section>
      {energy !== null && energy.energyConsumption != null && (
        <section aria-label={t('more.energy')}>
          <h2>{t('more.energy')}</h2>
          <dl className={classes['facts']}>
            <Fact name={t('more.consumed')} value={t('more.kwh', { value: format.number(energy.energyConsumption, 1) })} />
            {energy.energyPerUnit != null && (
              <Fact name={t('more.perUnit', { unit })} value={t('more.kwh', { value: format.number(energy.energyPerUnit, 4) })} />
            )}
            {energy.coverage != null && <Fact name={t('more.known')} value={format.percent(energy.coverage, 0)} />}
          </dl>
          {energy.isLowCoverage && <p className={classes['notice']}>{t('more.low')}</p>}
        </section>
      )}
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

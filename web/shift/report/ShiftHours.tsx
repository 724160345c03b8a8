import { Table } from '#web/ui/Table.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ShiftHour } from './report.view.ts'
import classes from './ShiftReport.module.css'

type ShiftHoursProps = { readonly hours: readonly ShiftHour[]; readonly unit: string }

/** Returns the shift hour by hour: target, good and rejected output, and what stopped it longest. */
export function ShiftHours({ hours, unit }: ShiftHoursProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  return (
    <section aria-label={t('hours.title')}>
      <h2>{t('hours.title')}</h2>
      {hours.length === 0 ? (
        <p className={classes['meta']}>{t('hours.none')}</p>
      ) : (
        <Table
          caption={t('hours.title')}
          rows={hours}
          rowKey={({ start }) => String(start)}
          columns={[
            { key: 'hour', title: t('hours.hour'), cell: ({ start, end }) => `${format.time(start)}–${format.time(end)}` },
            { key: 'plan', title: `${t('hours.target')}, ${unit}`, isNumber: true, cell: ({ plan }) => format.number(plan) },
            {
              key: 'good',
              title: t('hours.good'),
              isNumber: true,
              cell: ({ plan, good }) =>
                plan !== null && good < plan ? (
                  <span className={classes['short']}>
                    <span aria-hidden>▼ </span>
                    {format.number(good)}
                  </span>
                ) : (
                  format.number(good)
                ),
            },
            { key: 'rejected', title: t('hours.rejected'), isNumber: true, cell: ({ rejected }) => format.number(rejected) },
            {
              key: 'stop',
              title: t('hours.mainStop'),
              cell: ({ mainStop }) =>
                mainStop === null
                  ? '—'
                  : `${mainStop.reason ?? t(mainStop.isPlanned ? 'stops.planned' : 'stops.unclassified')}, ${format.duration(mainStop.ms)}`,
            },
          ]}
        />
      )}
    </section>
  )
}

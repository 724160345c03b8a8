import { Link } from '@tanstack/react-router'
import type { OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ShiftNotes } from '../shiftNotes.view.ts'
import classes from './ClosingAssistant.module.css'

type OutputNotesProps = { readonly shift: Pick<OpenedShiftFragment, 'workCenterId'>; readonly notes: ShiftNotes }

/** Returns what should be known before a shift is closed and does not hold it up: material that no batch covers, and orders whose counts differ. */
export function OutputNotes({ shift: { workCenterId }, notes: { uncovered, checks } }: OutputNotesProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const unitName = useUnitName()
  return (
    <>
      {uncovered.map(({ key, name, orderCode, quantity, unit }) => (
        <li key={`uncovered ${key}`} className={classes['line']}>
          <span>
            <b>{name}</b> · {numberText(quantity, format.locale, true)} {unit === null ? '' : unitName(unit)}
            {orderCode !== null && ` · ${orderCode}`}
            <span className={classes['why']}>{t('notes.uncovered')}</span>
          </span>
          <Link to="/output" search={{ tab: 'stock', wc: [workCenterId] }} className={classes['link']}>
            {t('notes.cover')}
          </Link>
        </li>
      ))}
      {checks.map(({ jobOrder, countedOutput, confirmedOutput, materialOutput, cause }) => {
        const units = (value: number) =>
          `${format.number(value)} ${jobOrder?.measurementUnit == null ? '' : unitName(jobOrder.measurementUnit)}`.trim()
        return (
          <li key={`check ${jobOrder?.id}`} className={classes['line']}>
            <span>
              <b>{jobOrder?.orderCode}</b> · {t('notes.counted', { units: units(countedOutput) })}
              {' · '}
              {t('notes.confirmed', { units: units(confirmedOutput) })}
              {materialOutput !== null && ` · ${t('notes.material', { units: units(materialOutput) })}`}
              <span className={classes['why']}>{t(`notes.cause.${cause}`)}</span>
            </span>
            {jobOrder !== null && (
              <Link to="/job-orders" search={{ id: [jobOrder.id], panel: 'output' }} className={classes['link']}>
                {t('notes.check')}
                <span className="hidden-text"> {jobOrder.orderCode}</span>
              </Link>
            )}
          </li>
        )
      })}
    </>
  )
}

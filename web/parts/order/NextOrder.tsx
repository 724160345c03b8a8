import { warningsOfStart } from '#engine/jobOrder/orderGuards.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { OrderActBody } from './orderAct.ts'
import { onceTapped } from './onceTapped.ts'
import { forecastWord, hindrancesOf } from './orderPanel.view.ts'
import classes from './OrderPanel.module.css'

type NextOrderProps = {
  readonly order: PanelOrderFragment
  /** What becomes of those in progress; undefined = nothing is in progress. */
  readonly others: OrderActBody['running']
  /** The next one has the main button. */
  readonly isFirst: boolean
  readonly onStart: () => void
  /** Starts it beside those in progress; null where none is. */
  readonly onBeside: (() => void) | null
  readonly onBegan: () => void
}

/** Returns an order that waits, with the one tap that starts it: the button says what becomes of the one in progress. */
export function NextOrder({ order, others, isFirst, onStart, onBeside, onBegan }: NextOrderProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const unitName = useUnitName()
  const { orderCode: code, product, planOutput, measurementUnit, changeover } = order
  const names = { code, running: others?.codes.join(', ') ?? '' }
  const finish = forecastWord(order, format, serverNow())
  const hindrances = hindrancesOf(order)
  /** What the plan lacks is entered elsewhere: the sentence names its field. */
  const wordsOf = ({ field, problem }: (typeof hindrances)[number]) =>
    field === null ? problemText(t, problem) : t('ofField', { field: t(`field.${field}`), problem: problemText(t, problem) })
  const mayStart = order.allowedActions.includes('START')
  const warnings = warningsOfStart({ status: order.status, isProductArchived: product?.isArchived === true })
  return (
    <li className={classes['waitingOrder']} data-first={isFirst || undefined}>
      <p className={classes['head']}>
        <b>{code}</b>
        {product !== null && <span>{product.name}</span>}
        {planOutput !== null && (
          <span className={classes['muted']}>
            {format.number(planOutput)} {measurementUnit === null ? '' : unitName(measurementUnit)}
          </span>
        )}
        {changeover !== null && changeover.usual > 0 && (
          <span className={classes['muted']}>{t('changeover', { usual: format.duration(changeover.usual * SECOND_MS) })}</span>
        )}
        {finish !== null && (
          <span
            className={classes['muted']}
            title={finish.record === null ? undefined : t('held', { held: format.number(finish.record.held), count: finish.record.of })}
          >
            {finish.range === null ? t('finish', { time: finish.time }) : t('finishRange', { time: finish.time, range: finish.range })}
          </span>
        )}
        {order.status === 'ON_HOLD' && <span className={classes['paused']}>{t('paused')}</span>}
      </p>
      {hindrances.length > 0 && (
        <p className={classes['muted']}>
          <Explained>{t('hindered', { why: hindrances.map(wordsOf).join('; ') })}</Explained>
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={classes['warning']}>
          {t(`warning.${warning}`)}
        </p>
      ))}
      {mayStart && (
        <div className={classes['acts']}>
          <button type="button" data-main={isFirst || undefined} onClick={onceTapped(onStart)}>
            <Icon name="play" size={20} />
            {t(`startWith.${others?.choice ?? 'ALONE'}`, names)}
          </button>
          <Dropdown label={t('more', { code })} trigger={<Icon name="more" />} triggerClass={classes['more']} kind="menu" side="end">
            {onBeside !== null && <DropdownItem onClick={onBeside}>{t('beside')}</DropdownItem>}
            <DropdownItem onClick={onBegan}>{t('began.open')}</DropdownItem>
          </Dropdown>
        </div>
      )}
    </li>
  )
}

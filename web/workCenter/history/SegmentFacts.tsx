import type { TimelineBlock } from '#web/parts/timeline/prepareTimeline.ts'
import { onlyOf } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './HistoryLanes.module.css'
import { ordersIn } from './historySpans.ts'
import type { History } from './useHistory.ts'

/** Returns further facts of a segment: date, author and time of the reason, orders, and output of its buckets. */
export function SegmentFacts({ block, history }: { readonly block: TimelineBlock; readonly history: History }) {
  const { t } = useTexts('history')
  const format = useFormat()
  const only = onlyOf(block)
  const loss = only?.loss === undefined ? undefined : history.losses.find(({ id }) => id === only.loss?.id)
  const orders = ordersIn(history.orders, { from: block.start, to: block.end })
  const bars = history.bars.filter((bar) => bar.from < block.end && bar.to > block.start)
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <div className={classes['facts']}>
      <p>{format.date(block.start)}</p>
      {loss?.updatedBy != null && (
        <p>
          {t('segment.by', {
            name: loss.updatedBy.fullName,
            time: format.dateTime(loss.updatedOn == null ? null : Date.parse(loss.updatedOn)),
          })}
        </p>
      )}
      {loss?.isApproved === true && <p>{t('segment.approved')}</p>}
      {orders.length > 0 && <p>{t('segment.orders', { codes: orders.map(({ code }) => code).join(', ') })}</p>}
      {first !== undefined && last !== undefined && (
        <p>
          {t('segment.outputAround', {
            total: format.number(bars.reduce((sum, bar) => sum + bar.total, 0)),
            from: format.time(first.from),
            to: format.time(last.to),
          })}
        </p>
      )}
    </div>
  )
}

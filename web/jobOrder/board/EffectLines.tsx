import type { MoveEffectFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './Board.module.css'

/** So many orders are named; the others are counted. */
const MOST_NAMED = 4

type EffectLinesProps = { readonly effect: MoveEffectFragment; readonly zone: string }

/** Returns what a move does: how many orders are late, what the changeovers take, and whose end becomes another. */
export function EffectLines({ effect: { lateBefore, lateAfter, changeovers, orders }, zone }: EffectLinesProps) {
  const { t } = useTexts('board')
  const format = useFormat()
  const plant = useZoneFormat(zone)
  const sum = (which: 'after' | 'before') => changeovers.reduce((all, one) => all + one[which], 0)
  const [before, after] = [sum('before'), sum('after')]
  const duration = (seconds: number) => format.duration(seconds * 1000)
  const at = (instant: string | null | undefined) =>
    instant == null ? t('effect.unknown') : `${plant.dayMonth(Date.parse(instant))}, ${plant.time(Date.parse(instant))}`
  /** The second day is told where it is another one. */
  const rangeOf = (end: MoveEffectFragment['orders'][number]['after']): string | null => {
    if (end?.earliestEnd == null || end.latestEnd === null) return null
    const [low, high] = [Date.parse(end.earliestEnd), Date.parse(end.latestEnd)]
    return `${at(end.earliestEnd)} – ${plant.dayMonth(low) === plant.dayMonth(high) ? plant.time(high) : at(end.latestEnd)}`
  }
  // Those whose due date it decides come first.
  const isLate = (lateness: string | null | undefined) => lateness === 'LATE' || lateness === 'LIKELY_LATE'
  const named = orders.toSorted((a, b) => Number(isLate(b.after?.lateness)) - Number(isLate(a.after?.lateness))).slice(0, MOST_NAMED)
  return (
    <>
      <p
        className={classes['effectSum']}
        data-better={lateAfter < lateBefore || undefined}
        data-worse={lateAfter > lateBefore || undefined}
      >
        {orders.length === 0 && before === after ? (
          t('effect.nothing')
        ) : (
          <>
            <span>
              {lateBefore === lateAfter
                ? t('effect.lateStays', { count: lateAfter })
                : t('effect.late', { before: lateBefore, after: lateAfter })}
            </span>
            {before !== after && <span>{t('effect.changeover', { before: duration(before), after: duration(after) })}</span>}
          </>
        )}
      </p>
      {named.length > 0 && (
        <ul className={classes['effectOrders']}>
          {named.map(({ jobOrder, before: was, after: will }) => (
            <li key={jobOrder?.id} data-late={isLate(will?.lateness) || undefined}>
              {t('effect.order', { code: jobOrder?.orderCode ?? '', before: at(was?.timeEnd), after: at(will?.timeEnd) })}
              {rangeOf(will) !== null && ` (${rangeOf(will)})`}
              {isLate(will?.lateness) && ` · ${t('effect.isLate')}`}
            </li>
          ))}
          {orders.length > named.length && <li>{t('effect.others', { count: orders.length - named.length })}</li>}
        </ul>
      )}
    </>
  )
}

import { useEffect, useRef } from 'react'
import { type ListedOrderFragment, PlaceJobOrderDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { KEYED } from './keyed.ts'

type RowMoves = {
  readonly rows: readonly ListedOrderFragment[] | undefined
  readonly onMoved: () => void
  readonly onRefused: (order: ListedOrderFragment, problems: readonly ApiProblem[]) => void
}

/** Returns how an order that waits moves by one place in its queue; where it stands then is told, and its row keeps the focus. */
export function useRowMoves({ rows, onMoved, onRefused }: RowMoves): (order: ListedOrderFragment, by: -1 | 1) => void {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const move = useChange(PlaceJobOrderDocument, KEYED)
  // Two keys may come before anything is drawn.
  const isUnderway = useRef(false)
  /** Where orders stand that the list does not show there yet. */
  const places = useRef(new Map<number, number>())
  const movedId = useRef<number | null>(null)
  useEffect(() => {
    places.current.clear()
    // A row that changes its place loses the focus.
    if (movedId.current !== null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-row="${movedId.current}"] [data-open]`)?.focus()
    movedId.current = null
  }, [rows])
  return (order, by) => {
    const from = places.current.get(order.id) ?? order.priority
    if (from === null || !order.allowedActions.includes('PRIORITIZE') || isUnderway.current || from + by < 1) return
    isUnderway.current = true
    void move.run({ id: order.id, priority: from + by }).then(({ data, problems }) => {
      isUnderway.current = false
      if (data === null) return onRefused(order, problems)
      const { priority } = data.updateJobOrderPriority
      movedId.current = order.id
      if (priority !== null) places.current.set(order.id, priority)
      showToast(t('place.moved', { code: order.orderCode, place: format.number(priority), workCenter: order.workCenter?.name ?? '' }))
      onMoved()
    })
  }
}

import { type ComponentProps, useId, useMemo } from 'react'
import { mayDateOrders, mayManageOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { useViewer } from '#web/api/viewer.ts'
import { COARSE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { quantityText } from '#web/parts/orderBorder/quantityText.ts'
import { prepareTimeline } from '#web/parts/timeline/prepareTimeline.ts'
import { TimelineLane } from '#web/parts/timeline/TimelineLane.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { GUTTER_LEFT, xOf } from '#web/ui/timeWindow.ts'
import { BorderEffect } from './BorderEffect.tsx'
import { BorderHandle } from './BorderHandle.tsx'
import { type OrderRun, orderSpans } from './historySpans.ts'
import { LaneHead } from './LaneHead.tsx'
import { orderBorders } from './orderBorders.view.ts'
import classes from './OrderLane.module.css'
import { useBorderMove } from './useBorderMove.ts'
import type { History } from './useHistory.ts'

const HEIGHT = 26
/** Grips nearer to each other are shown once somebody looks closer; those for fingers are wider. */
const APART_PX = 24
const APART_COARSE_PX = 44

type LaneProps = Omit<ComponentProps<typeof TimelineLane>, 'blocks' | 'height' | 'isMixed' | 'label' | 'selectedAt'>

type OrderLaneProps = {
  readonly lane: LaneProps
  readonly history: History
  readonly workCenterId: number
  readonly unit: string
}

/** Returns the lane of job orders with what was made of each, and the grips of the borders between them; nothing where none was worked on. */
export function OrderLane({ lane, history, workCenterId, unit }: OrderLaneProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const viewer = useViewer()
  const helpId = useId()
  const isCoarse = useMedia(COARSE)
  const { window, bounds, width, now } = lane
  const { orders, shifts, lossSpans } = history
  const blocks = useMemo(() => {
    const made = (run: OrderRun) =>
      run.plan === null
        ? t('order.made', { made: quantityText(format, run.made), unit })
        : t('order.madeOf', { made: quantityText(format, run.made), plan: quantityText(format, run.plan), unit })
    return width > 0 ? prepareTimeline({ spans: orderSpans(orders, made), ...window, now, width }) : []
  }, [orders, window, now, width, unit, t, format])
  const edges = useMemo(() => lossSpans.flatMap(({ start, end }) => (end === null ? [start] : [start, end])), [lossSpans])
  const mayManage = mayManageOrders(viewer)
  const borders = useMemo(() => orderBorders(orders, { period: bounds, now, shifts, mayManage }), [orders, bounds, now, shifts, mayManage])
  const move = useBorderMove(workCenterId, borders)
  if (blocks.length === 0) return null
  const apart = isCoarse ? APART_COARSE_PX : APART_PX
  const inside = borders.filter(({ at }) => at > window.from && at < window.to)
  const isRoom = inside.every(({ at }, index) => xOf(at, window, width) - xOf(inside[index - 1]?.at ?? -Infinity, window, width) >= apart)
  const isMovable = mayDateOrders(viewer) && isRoom
  const { draft } = move
  const isDragged = isMovable && draft !== null && draft.newAt !== draft.at && inside.some(({ at }) => at === draft.at)
  return (
    <>
      <LaneHead title={t('lane.order')} />
      <div className={classes['lane']}>
        <TimelineLane {...lane} blocks={blocks} label={t('lane.order')} height={HEIGHT} selectedAt={null} isMixed={false} />
        {isMovable && (
          <div className={classes['borders']} style={{ left: GUTTER_LEFT, width }}>
            <p id={helpId} className="hidden-text">
              {t('border.help')}
            </p>
            {inside.map((border) => (
              <BorderHandle key={border.at} border={border} window={window} width={width} edges={edges} move={move} describedBy={helpId} />
            ))}
            {isDragged && <BorderEffect draft={draft} told={move.told} unit={unit} x={xOf(draft.newAt, window, width)} width={width} />}
          </div>
        )}
      </div>
    </>
  )
}

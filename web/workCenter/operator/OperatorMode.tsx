import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { mayReadOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { mayWriteNotes } from '#engine/shift/handover.ts'
import { useViewer } from '#web/api/viewer.ts'
import { StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { OrderPanelProps } from '#web/parts/order/OrderPanel.tsx'
import { placeOfOrders } from '#web/parts/order/panelPlace.ts'
import type { HandoverNowProps } from '#web/parts/handover/HandoverNow.tsx'
import { isMine } from '#web/parts/todo/todo.view.ts'
import { useDoer } from '#web/parts/todo/useDoer.ts'
import { useMineToDo } from '#web/parts/todo/useMineToDo.ts'
import { withTexts } from '#web/texts/language.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import { AskCard } from './AskCard.tsx'
import { DoZone } from './DoZone.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { NowZone } from './NowZone.tsx'
import { operatorQueue, rowKey } from './operator.view.ts'
import { OperatorFrame } from './OperatorFrame.tsx'
import classes from './OperatorMode.module.css'
import { QueueZone } from './QueueZone.tsx'
import { SavedLine } from './SavedLine.tsx'
import type { TodoDialogProps } from './TodoDialog.tsx'
import { useDrafts } from './useDrafts.ts'
import { useGiving } from './useGiving.ts'
import { useIdleHome } from './useIdleHome.ts'
import { useOperatorKeys } from './useOperatorKeys.ts'
import { useOpenRow } from './useOpenRow.ts'
import { useOperatorStops } from './useOperatorStops.ts'
import { useStopPrompts } from './useStopPrompts.ts'
import { WhoWorks } from './WhoWorks.tsx'

export type OperatorModeProps = {
  readonly workCenter: LoadedWorkCenter
  readonly onLeave: () => void
  readonly onMachines: () => void
}

const MINUTE_STEP_MS = 60_000

/** What people leave for each other is not needed for the first picture. */
const HandoverNow = lazyPart<HandoverNowProps>(() =>
  withTexts('handover', import('#web/parts/handover/HandoverNow.tsx')).then((loaded) => ({ default: loaded.HandoverNow })),
)

const OrderPanel = lazyPart<OrderPanelProps>(() =>
  withTexts('order', import('#web/parts/order/OrderPanel.tsx')).then((loaded) => ({ default: loaded.OrderPanel })),
)

const TodoDialog = lazyPart<TodoDialogProps>(() =>
  withTexts('todo', import('./TodoDialog.tsx')).then((loaded) => ({ default: loaded.TodoDialog })),
)

/** Returns the screen of a machine for the people who work at it (U-50): what it does now, what waits for a reason, what can be done. */
export function OperatorMode({ workCenter, onLeave, onMachines }: OperatorModeProps) {
  const { id } = workCenter
  const viewer = useViewer()
  const mayGive = mayEditLosses(viewer)
  const live = useLiveWorkCenter(id)
  const now = useCoarseNow(MINUTE_STEP_MS)
  const giving = useGiving()
  const drafts = useDrafts()
  const comments = useDrafts()
  const ids = useMemo(() => [id], [id])
  const loaded = useOperatorStops(ids)
  const doer = useDoer()
  const { todos } = useMineToDo(id)
  const { shown } = giving
  const queue = useMemo(() => operatorQueue(shown(loaded.losses), id, now, loaded.since), [shown, loaded.losses, loaded.since, id, now])
  const prompts = useStopPrompts([{ workCenterId: id, queue, live }])
  const prompt = prompts.of(id)
  const isAsking = mayGive && (prompt.kind === 'ASK' || prompt.kind === 'BEFORE_END')
  const [opened, open] = useOpenRow(queue.rows, drafts)
  const [dialog, setDialog] = useState<'note' | 'help' | 'todo' | null>(null)
  const zones = useRef<HTMLDivElement>(null)
  const [soughtTimes, setSoughtTimes] = useState(0)
  const seek = (key: number | null) => {
    open(key)
    setSoughtTimes(soughtTimes + 1)
  }
  const openerOf = (stopId: number) => {
    const row = queue.rows.find(({ stops }) => stops.some((stop) => stop.id === stopId))
    if (row === undefined) return null
    return () => {
      setDialog(null)
      seek(rowKey(row))
    }
  }
  // On narrow screens the row lies below what the machine does and its orders.
  useEffect(() => {
    if (soughtTimes > 0) zones.current?.querySelector('li[data-open]')?.scrollIntoView({ block: 'start' })
  }, [soughtTimes])
  const goHome = () => {
    open(null)
    setDialog(null)
  }
  useIdleHome(goHome)
  const keys = [...queue.rows.map(rowKey), ...queue.toCheck.map((stop) => stop.id), ...queue.explained.map((stop) => stop.id)]
  useOperatorKeys({
    onLeave,
    onEscape: goHome,
    onUndo: () => giving.undo?.(),
    onLater: () => {
      if (isAsking) prompts.later(id)
    },
    onRow: (by) => {
      const place = keys.indexOf(opened ?? keys[0] ?? -1)
      open(keys[Math.min(keys.length - 1, Math.max(0, place + by))] ?? null)
    },
  })
  const manual = workCenter.statusRules.filter(({ rangeType, archived }) => rangeType === 'MANUAL' && !archived)
  const hasOrders = mayReadOrders(viewer)
  const mayNote = mayWriteNotes(viewer, viewer.role)
  return (
    <OperatorFrame
      title={workCenter.name}
      beside={<WhoWorks shift={live?.shift ?? null} />}
      workCenterIds={ids}
      onLeave={onLeave}
      onMachines={onMachines}
    >
      <StylePatterns />
      <div ref={zones} className={classes['zones']} data-orders={hasOrders || undefined}>
        <div className={classes['left']}>
          <NowZone
            workCenterId={id}
            unit={workCenter.outputMeasurementUnit}
            prompt={prompt}
            onReason={mayGive ? (stop) => seek(stop.id) : null}
          />
          {hasOrders && (
            <div className={classes['orders']}>
              <Suspense fallback={<div style={{ minHeight: placeOfOrders(id, true) }} />}>
                <OrderPanel workCenterId={id} name={workCenter.name} isLarge />
              </Suspense>
            </div>
          )}
          <Suspense fallback={null}>
            <HandoverNow workCenterId={id} mayWrite={mayNote} isWriting={dialog === 'note'} onWritten={() => setDialog(null)} />
          </Suspense>
          <DoZone
            workCenter={workCenter}
            statuses={mayGive && workCenter.deviceId != null ? manual : []}
            onReason={mayGive && keys.length > 0 ? () => seek(keys[0] ?? null) : null}
            onNote={mayNote ? () => setDialog('note') : null}
            onTodo={mayGive ? () => setDialog('todo') : null}
            todoCount={todos?.filter((one) => isMine(one, doer)).length ?? 0}
            onHelp={() => setDialog('help')}
          />
        </div>
        <QueueZone
          queue={queue}
          loaded={loaded}
          giving={giving}
          drafts={drafts}
          mayGive={mayGive}
          opened={isAsking ? undefined : opened}
          onOpen={open}
          isLeft={prompts.isLeft}
        />
        {isAsking && (
          <AskCard prompt={prompt} shiftEnd={live?.shift?.end ?? null} giving={giving} drafts={drafts} onLater={() => prompts.later(id)} />
        )}
      </div>
      <SavedLine giving={giving} />
      {dialog === 'todo' && (
        <Suspense fallback={null}>
          <TodoDialog workCenterId={id} atMachine={{ openerOf, comments }} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(null)} />}
    </OperatorFrame>
  )
}

import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { mayConfirmOutput } from '#engine/output/mayConfirmOutput.ts'
import { mayDateOrders, mayPlanOrders, mayReadOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { showToast } from '#web/base/toast.ts'
import { Later, lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import type { ConfirmedHere } from '#web/parts/confirm/ConfirmSheet.tsx'
import type { MaterialsStripProps } from '#web/parts/stock/MaterialsStrip.tsx'
import type { RejectSheetProps, ScannedReason } from '#web/parts/confirm/RejectSheet.tsx'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { BeganAtDialog } from './BeganAtDialog.tsx'
import { EndedAtDialog, type Ending } from './EndedAtDialog.tsx'
import type { ChangeoverOfferProps } from './ChangeoverOffer.tsx'
import type { CreateHereProps } from './CreateHere.tsx'
import { NextOrder } from './NextOrder.tsx'
import type { OrderActBody } from './orderAct.ts'
import { alreadyRunning, type Booked, hindrancesOf, stillBooked, switchOf } from './orderPanel.view.ts'
import { timeText } from './timeText.ts'
import classes from './OrderPanel.module.css'
import { placeOfOrders, useCome, useComing, useKeptPlace, useShortWait } from './panelPlace.ts'
import { OrderTalk } from './OrderTalk.tsx'
import type { Beginning, RunBeganDialogProps } from './RunBeganDialog.tsx'
import { RunningOrder } from './RunningOrder.tsx'
import type { StartProposalProps } from './StartProposal.tsx'
import { UnconfirmedOrders } from './UnconfirmedOrders.tsx'
import { WithoutOrder } from './WithoutOrder.tsx'
import { type DoneOrderAct, type OrderPanelState, useOrderPanel } from './useOrderPanel.ts'

const ConfirmHere = lazyPart<ConfirmHereProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ConfirmHere.tsx')).then((loaded) => ({ default: loaded.ConfirmHere })),
)

const RejectSheet = lazyPart<RejectSheetProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/RejectSheet.tsx')).then((loaded) => ({ default: loaded.RejectSheet })),
)

const MaterialsStrip = lazyPart<MaterialsStripProps>(() =>
  withTexts('stock', import('#web/parts/stock/MaterialsStrip.tsx')).then((loaded) => ({ default: loaded.MaterialsStrip })),
)

const ChangeoverOffer = lazyPart<ChangeoverOfferProps>(() =>
  import('./ChangeoverOffer.tsx').then((loaded) => ({ default: loaded.ChangeoverOffer })),
)

const RunBeganDialog = lazyPart<RunBeganDialogProps>(() =>
  withTexts('orderBorder', import('./RunBeganDialog.tsx')).then((loaded) => ({ default: loaded.RunBeganDialog })),
)

const StartProposal = lazyPart<StartProposalProps>(() =>
  import('./StartProposal.tsx').then((loaded) => ({ default: loaded.StartProposal })),
)

const CreateHere = lazyPart<CreateHereProps>(() => import('./CreateHere.tsx').then((loaded) => ({ default: loaded.CreateHere })))

export type OrderPanelProps = {
  readonly workCenterId: number
  readonly name: string
  /** Large tiles for gloves and tablets. */
  readonly isLarge?: boolean
  /** All that asks for itself has its answer: what stands below moves no more. */
  readonly onSettled?: () => void
}

/** What of the panel comes after the orders. */
const LATE_PARTS = ['changeover', 'materials', 'proposal', 'without'] as const

const SHOWN_NEXT = 3
/** Large tiles leave room for what waits for a reason. */
const SHOWN_NEXT_LARGE = 1

/** Returns what a machine works on and what comes next, with one tap to start, switch, pause and finish; nothing for who may not see orders. */
export function OrderPanel(props: OrderPanelProps) {
  return mayReadOrders(useViewer()) ? <Panel {...props} /> : null
}

function Panel({ workCenterId, name, isLarge = false, onSettled }: OrderPanelProps) {
  const { t } = useTexts('order')
  const viewer = useViewer()
  const panel = useOrderPanel(workCenterId, name)
  const [isWhole, setWhole] = useState(false)
  const [confirming, setConfirming] = useState<number | 'NONE' | null>(null)
  const [container, setContainer] = useState<string | null>(null)
  const [booked, setBooked] = useState<readonly Booked[]>([])
  const [confirmed, setConfirmed] = useState<ConfirmedHere | null>(null)
  const [rejecting, setRejecting] = useState<number | null>(null)
  const [scanned, setScanned] = useState<readonly ScannedReason[]>([])
  const [reason, setReason] = useState<number | null>(null)
  const [talking, setTalking] = useState<PanelOrderFragment | null>(null)
  const [beginning, setBeginning] = useState<PanelOrderFragment | null>(null)
  const [moving, setMoving] = useState<Beginning | null>(null)
  const [ending, setEnding] = useState<Ending | null>(null)
  const { running, next } = panel
  const left = stillBooked(booked, running)
  if (left !== booked) setBooked(left)
  const [first] = running
  const place = useRef<HTMLElement>(null)
  const coming = useComing(LATE_PARTS)
  const isSettled = panel.isFailed || (panel.isLoaded && coming.areAllThere)
  const isHeld = useShortWait(!isSettled)
  useKeptPlace(place, workCenterId, isLarge, isSettled)
  useEffect(() => {
    if (isSettled) onSettled?.()
    // Said once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSettled])
  const shownCount = isLarge ? SHOWN_NEXT_LARGE : SHOWN_NEXT
  const shown = isWhole ? next : next.slice(0, shownCount)
  const others = switchOf(running, (order) => panel.madeOf(order).accepted)
  const start = (order: PanelOrderFragment, how: Pick<OrderActBody, 'at' | 'running'>) =>
    void panel.act({ action: 'START', orderId: order.id, orderCode: order.orderCode, ...how })
  /** Of a long queue also one that is not listed; what hinders it is said. */
  const startScanned = async (id: number): Promise<void> => {
    const order = next.find((one) => one.id === id) ?? (await panel.find(id))
    if (order?.allowedActions.includes('START') === true) return start(order, others === undefined ? {} : { running: others })
    const [hindrance] = order === null ? [] : hindrancesOf(order)
    if (hindrance === undefined) return showToast(t('scan.notNext'))
    const why = problemText(t, hindrance.problem)
    showToast(t('hindered', { why: hindrance.field === null ? why : t('ofField', { field: t(`field.${hindrance.field}`), problem: why }) }))
  }
  const minHeight = isSettled ? undefined : placeOfOrders(workCenterId, isLarge)
  if (!panel.isLoaded && !panel.isFailed) return <div style={{ minHeight }} aria-hidden />
  return (
    <section
      ref={place}
      className={classes['panel']}
      style={{ minHeight }}
      data-large={isLarge || undefined}
      data-held={isHeld || undefined}
      aria-label={t('title')}
    >
      <h2>{t('title')}</h2>
      {panel.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={panel.refetch} />}
      <div className={classes['running']}>
        {running.map((order) => (
          <RunningOrder
            key={order.id}
            order={order}
            made={panel.madeOf(order)}
            kept={panel.keptOf(order)}
            hasCounts={panel.hasCounts}
            containers={
              mayConfirmOutput(viewer)
                ? {
                    workCenterId,
                    place: name,
                    isLarge,
                    isBooked: booked.some(({ orderId }) => orderId === order.id),
                    onMore: (code) => {
                      setContainer(code)
                      setConfirming(order.id)
                    },
                    onConfirmed: (done) => {
                      // What waits to be sent is taken off what is full at once.
                      if (done.confirmationIds.length > 0)
                        setBooked([...booked, { orderId: order.id, acceptedOutput: order.acceptedOutput }])
                      setConfirmed(done)
                      panel.refetch()
                    },
                  }
                : null
            }
            onTalk={() => setTalking(order)}
            onAct={(action) => void panel.act({ action, orderId: order.id, orderCode: order.orderCode })}
            onEnded={(action) => setEnding({ order, action })}
            onBegan={mayDateOrders(viewer) ? (since) => setMoving({ order, since }) : null}
            onConfirm={mayConfirmOutput(viewer) ? () => setConfirming(order.id) : null}
            onReject={mayConfirmOutput(viewer) ? () => setRejecting(order.id) : null}
          />
        ))}
      </div>
      <Suspense>
        <StartProposal
          workCenterId={workCenterId}
          others={others}
          next={next}
          onStart={(order, at) => start(order, { at, ...(others !== undefined && { running: others }) })}
          onCome={() => coming.come('proposal')}
        />
      </Suspense>
      <Suspense>
        <ChangeoverOffer workCenterId={workCenterId} onCome={() => coming.come('changeover')} />
      </Suspense>
      {panel.hasOrders ? (
        <WithoutOrder
          workCenterId={workCenterId}
          shiftStart={panel.shiftStart}
          isLarge={isLarge}
          next={next}
          onStart={(order, at) => start(order, { at })}
          onConfirm={mayConfirmOutput(viewer) ? () => setConfirming('NONE') : null}
          onChanged={panel.refetch}
          onCome={() => coming.come('without')}
        />
      ) : (
        <Come onCome={() => coming.come('without')} />
      )}
      {mayConfirmOutput(viewer) && <UnconfirmedOrders orders={panel.unconfirmed} onConfirm={({ id }) => setConfirming(id)} />}
      {panel.isLoaded && running.length === 0 && next.length > 0 && <p className={classes['muted']}>{t('nothingRuns')}</p>}
      {next.length > 0 && (
        <div className={classes['list']}>
          <h3>{t('next')}</h3>
          <ol className={classes['next']}>
            {shown.map((order, index) => (
              <NextOrder
                key={order.id}
                order={order}
                others={others}
                isFirst={index === 0}
                onStart={() => start(order, others === undefined ? {} : { running: others })}
                onBeside={others === undefined ? null : () => start(order, {})}
                onBegan={() => setBeginning(order)}
              />
            ))}
          </ol>
        </div>
      )}
      {next.length > shownCount && (
        <button type="button" className={classes['all']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('fewer')
            : panel.hiddenCount > 0
              ? t('allOf', { count: next.length, all: next.length + panel.hiddenCount })
              : t('all', { count: next.length })}
        </button>
      )}
      {panel.isLoaded && running.length === 0 && next.length === 0 && (
        <p className={classes['muted']}>
          {t('none')} {mayPlanOrders(viewer) && <Link to="/job-orders">{t('toOrders')}</Link>}
        </p>
      )}
      {panel.isLoaded && running.length === 0 && next.length === 0 && !mayPlanOrders(viewer) && (
        <Suspense>
          {mayDateOrders(viewer) ? (
            <CreateHere workCenterId={workCenterId} isLarge={isLarge} onCreated={panel.refetch} />
          ) : (
            <p className={classes['muted']}>{t('noneHelp')}</p>
          )}
        </Suspense>
      )}
      <Suspense>
        <MaterialsStrip
          workCenterId={workCenterId}
          place={name}
          isLarge={isLarge}
          orders={[...running, ...next]}
          onCome={() => coming.come('materials')}
          onOrder={(id) => {
            const isRunning = running.some((one) => one.id === id)
            if (!isRunning) void startScanned(id)
            else if (mayConfirmOutput(viewer)) setConfirming(id)
            else showToast(t('scan.runs'))
          }}
          onContainer={
            first === undefined || running.length > 1 || !mayConfirmOutput(viewer)
              ? null
              : (code) => {
                  setContainer(code)
                  setConfirming(first.id)
                }
          }
          onReason={
            !mayConfirmOutput(viewer) || (rejecting === null && (first === undefined || running.length > 1))
              ? null
              : (reasonId) => {
                  setScanned((before) => [...before, { reasonId }])
                  if (rejecting === null && first !== undefined) setRejecting(first.id)
                }
          }
        />
      </Suspense>
      {panel.refused !== null && (
        <div role="alert" className={classes['refused']}>
          <Refused {...panel.refused} running={running} />
          <ConfirmedShiftLink problems={[panel.refused.problem]} />
        </div>
      )}
      <DoneBar panel={panel} />
      {mayConfirmOutput(viewer) && (
        <Suspense>
          <ConfirmHere
            workCenterId={workCenterId}
            place={name}
            isLarge={isLarge}
            jobOrderId={confirming === 'NONE' ? null : confirming}
            isWithoutOrder={confirming === 'NONE'}
            likely={first?.id ?? null}
            containerCode={container}
            scannedReason={reason}
            confirmed={confirmed}
            onTakenBack={() => setBooked([])}
            onClose={() => {
              setConfirming(null)
              setContainer(null)
              setReason(null)
            }}
            onChanged={panel.refetch}
          />
          <RejectSheet
            workCenterId={workCenterId}
            jobOrderId={rejecting}
            place={name}
            isLarge={isLarge}
            scanned={scanned}
            onClose={() => {
              setRejecting(null)
              setScanned([])
            }}
            onMore={(reasonId) => {
              setReason(reasonId)
              setScanned([])
              setConfirming(rejecting)
              setRejecting(null)
            }}
            onChanged={panel.refetch}
          />
        </Suspense>
      )}
      <OrderTalk order={talking} isLarge={isLarge} onClose={() => setTalking(null)} />
      <EndedAtDialog
        workCenterId={workCenterId}
        ending={ending}
        shiftStart={panel.shiftStart}
        isLarge={isLarge}
        onEnd={({ order, action }, at) => {
          setEnding(null)
          void panel.act({ action, orderId: order.id, orderCode: order.orderCode, at })
        }}
        onClose={() => setEnding(null)}
      />
      <Later isAsked={moving !== null}>
        <RunBeganDialog
          workCenterId={workCenterId}
          beginning={moving}
          shiftStart={panel.shiftStart}
          isLarge={isLarge}
          onMove={(order, border) => {
            setMoving(null)
            void panel.moveBegin(order, border)
          }}
          onClose={() => setMoving(null)}
        />
      </Later>
      <BeganAtDialog
        workCenterId={workCenterId}
        order={beginning}
        others={others}
        shiftStart={panel.shiftStart}
        isLarge={isLarge}
        onStart={(order, at) => {
          setBeginning(null)
          start(order, { at, ...(others !== undefined && { running: others }) })
        }}
        onClose={() => setBeginning(null)}
      />
    </section>
  )
}

/** Says that there is nothing to wait for. */
function Come({ onCome }: { readonly onCome: () => void }) {
  useCome(true, onCome)
  return null
}

type RefusedProps = NonNullable<OrderPanelState['refused']> & { readonly running: readonly PanelOrderFragment[] }

/** Returns why the last act was refused; of an order that somebody else started meanwhile who, and when. */
function Refused({ code, problem, running }: RefusedProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const already = alreadyRunning(
    problem,
    running.find(({ orderCode }) => orderCode === code),
  )
  if (already === null) return <Explained>{t('refused', { code, problem: problemText(t, problem, format) })}</Explained>
  const time = timeText(format, already.since, serverNow())
  const words = already.name === null ? t('already', { time }) : t('alreadyBy', { time, name: already.name })
  return t('refused', { code, problem: words })
}

/** Returns the bar that says what was done, with the way back for eight seconds. */
function DoneBar({ panel }: { readonly panel: OrderPanelState }) {
  const { t } = useTexts('order')
  const format = useFormat()
  const { done, isUndoing } = panel
  const textOf = ({ body, isUndone, problem }: DoneOrderAct): string => {
    const names = { code: body.orderCode, running: body.running?.codes.join(', ') ?? '' }
    if (problem !== null) return t('refused', { code: t('notUndone', names), problem: problemText(t, problem) })
    if (isUndone) return t('undone', names)
    if (body.action === 'BEGAN') return t('done.BEGAN', { ...names, time: timeText(format, body.newAt, serverNow()) })
    const what = body.running === undefined ? body.action : (`SWITCH_${body.running.choice}` as const)
    return panel.isKept ? t(`kept.${what}`, names) : t(`done.${what}`, names)
  }
  const isPossible = done !== null && (done.eventId !== null || panel.isKept)
  return (
    <UndoBar
      text={done === null ? '' : textOf(done)}
      answer={isUndoing ? null : done}
      undoLabel={t('undo')}
      closeLabel={t('state.close')}
      onUndo={isPossible ? () => void panel.undo() : null}
      onClose={panel.forget}
    />
  )
}

import { Suspense, useEffect, useRef } from 'react'
import { mayConfirmOutput } from '#engine/output/mayConfirmOutput.ts'
import { mayDateOrders, mayReadOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { showToast } from '#web/base/toast.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { MaterialsStripProps } from '#web/parts/stock/MaterialsStrip.tsx'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { ChangeoverOfferProps } from './ChangeoverOffer.tsx'
import { NextOrders } from './NextOrders.tsx'
import type { OrderActBody } from './orderAct.ts'
import { OrderDialogs, useOrderDialogs } from './OrderDialogs.tsx'
import { hindrancesOf, switchOf } from './orderPanel.view.ts'
import classes from './OrderPanel.module.css'
import { OrderSheets } from './OrderSheets.tsx'
import { useOrderSheets } from './orderSheets.ts'
import { placeOfOrders, useCome, useComing, useKeptPlace, useShortWait } from './panelPlace.ts'
import { RunningOrder } from './RunningOrder.tsx'
import type { StartProposalProps } from './StartProposal.tsx'
import { ToldAct } from './ToldAct.tsx'
import { UnconfirmedOrders } from './UnconfirmedOrders.tsx'
import { WithoutOrder } from './WithoutOrder.tsx'
import { useOrderPanel } from './useOrderPanel.ts'

const MaterialsStrip = lazyPart<MaterialsStripProps>(() =>
  withTexts('stock', import('#web/parts/stock/MaterialsStrip.tsx')).then((loaded) => ({ default: loaded.MaterialsStrip })),
)

const ChangeoverOffer = lazyPart<ChangeoverOfferProps>(() =>
  import('./ChangeoverOffer.tsx').then((loaded) => ({ default: loaded.ChangeoverOffer })),
)

const StartProposal = lazyPart<StartProposalProps>(() =>
  import('./StartProposal.tsx').then((loaded) => ({ default: loaded.StartProposal })),
)

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

/** Returns what a machine works on and what comes next, with one tap to start, switch, pause and finish; nothing for who may not see orders. */
export function OrderPanel(props: OrderPanelProps) {
  return mayReadOrders(useViewer()) ? <Panel {...props} /> : null
}

function Panel({ workCenterId, name, isLarge = false, onSettled }: OrderPanelProps) {
  const { t } = useTexts('order')
  const viewer = useViewer()
  const mayConfirm = mayConfirmOutput(viewer)
  const panel = useOrderPanel(workCenterId, name)
  const { running, next } = panel
  const [first] = running
  const sheets = useOrderSheets(running, panel.refetch)
  const dialogs = useOrderDialogs()
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
              mayConfirm
                ? {
                    workCenterId,
                    place: name,
                    isLarge,
                    isBooked: sheets.isBooked(order.id),
                    onMore: (code) => sheets.fill(order.id, code),
                    onConfirmed: (done) => sheets.book(order, done),
                  }
                : null
            }
            onTalk={() => dialogs.talk(order)}
            onAct={(action) => void panel.act({ action, orderId: order.id, orderCode: order.orderCode })}
            onEnded={(action) => dialogs.end({ order, action })}
            onBegan={mayDateOrders(viewer) ? (since) => dialogs.move({ order, since }) : null}
            onConfirm={mayConfirm ? () => sheets.confirm(order.id) : null}
            onReject={mayConfirm ? () => sheets.reject(order.id) : null}
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
          onConfirm={mayConfirm ? () => sheets.confirm('NONE') : null}
          onChanged={panel.refetch}
          onCome={() => coming.come('without')}
        />
      ) : (
        <Come onCome={() => coming.come('without')} />
      )}
      {mayConfirm && <UnconfirmedOrders orders={panel.unconfirmed} onConfirm={({ id }) => sheets.confirm(id)} />}
      <NextOrders workCenterId={workCenterId} panel={panel} others={others} isLarge={isLarge} onStart={start} onBegan={dialogs.begin} />
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
            else if (mayConfirm) sheets.confirm(id)
            else showToast(t('scan.runs'))
          }}
          onContainer={first === undefined || running.length > 1 || !mayConfirm ? null : (code) => sheets.fill(first.id, code)}
          onReason={
            !mayConfirm || (sheets.rejecting === null && (first === undefined || running.length > 1))
              ? null
              : (reasonId) => sheets.scanReason(reasonId, first?.id ?? null)
          }
        />
      </Suspense>
      <ToldAct panel={panel} />
      {mayConfirm && (
        <OrderSheets
          sheets={sheets}
          workCenterId={workCenterId}
          place={name}
          isLarge={isLarge}
          likely={first?.id ?? null}
          onChanged={panel.refetch}
        />
      )}
      <OrderDialogs {...{ dialogs, panel, workCenterId, others, isLarge }} onStart={start} />
    </section>
  )
}

/** Says that there is nothing to wait for. */
function Come({ onCome }: { readonly onCome: () => void }) {
  useCome(true, onCome)
  return null
}

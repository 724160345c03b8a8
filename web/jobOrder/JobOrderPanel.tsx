import { Suspense, useState } from 'react'
import { mayReadIntegrations } from '#engine/integration/mayIntegrate.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { JobOrderOpenedDocument, type JobOrderPlacesQuery } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { ElsewhereProps } from '#web/parts/elsewhere/Elsewhere.tsx'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import { problemsOf } from '#web/api/problems.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { problemText } from '#web/texts/problemText.ts'
import type { Translate } from '#web/texts/translate.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { FormatContext } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import type { JobOrderFormProps } from './JobOrderForm.tsx'
import type { OpenedOrder } from './jobOrderForm.view.ts'
import { canConfirm, endedEarlier, hinderedOf, missingOf, planDurationMs, type RowAction, type RowRights } from './jobOrders.view.ts'
import { ConfirmHere, MoveDialog } from './orderDialogs.ts'
import classes from './JobOrdersPage.module.css'
import { OrderRefusal } from './OrderRefusal.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import { OrderSavedBar } from './OrderSavedBar.tsx'
import { OrderTabs } from './OrderTabs.tsx'
import type { OrdersSearch } from './jobOrdersSearch.ts'
import { orderFieldName, useHindrance } from './useHindrance.ts'
import type { OrderActs } from './useOrderActs.ts'

const Elsewhere = lazyPart<ElsewhereProps>(() =>
  withTexts('elsewhere', import('#web/parts/elsewhere/Elsewhere.tsx')).then((module) => ({ default: module.Elsewhere })),
)

const JobOrderForm = lazyPart<JobOrderFormProps>(() => import('./JobOrderForm.tsx').then((module) => ({ default: module.JobOrderForm })))

export type JobOrderPanelProps = {
  readonly openId: number | 'new' | null
  readonly search: OrdersSearch
  readonly places: JobOrderPlacesQuery | undefined
  readonly workCenterId: number | null
  readonly zone: string
  readonly mayPlan: boolean
  readonly rights: RowRights
  readonly acts: OrderActs
  /** Whether it is asked what a start would find; nothing else is done with the order meanwhile. */
  readonly isAsking: (orderId: number) => boolean
  /** The order whose form is open at first; null = none. */
  readonly editId: number | null
  readonly onAct: (act: RowAction, order: OpenedOrder) => void
  /** Copies it with what is missing of its plan. */
  readonly onCopyMissing: (order: OpenedOrder) => void
  readonly onOpen: (id: number) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** In the order in which they are offered. */
const OFFERED = ['START', 'STOP', 'CLOSE', 'PLAN', 'RESTORE', 'COPY', 'CANCEL', 'DELETE'] as const

/** Returns the drawer with an order: what is made of it, what can be done with it, its content to change, its files and its history. */
export function JobOrderPanel({ openId, onClose, ...rest }: JobOrderPanelProps) {
  const { t } = useTexts('jobOrder')
  return (
    <SidePanel
      isOpen={openId !== null}
      onClose={onClose}
      side="right"
      title={openId === 'new' ? t('create') : t('panel.title')}
      closeLabel={t('state.close')}
    >
      {openId === 'new' && <OrderSavedBar acts={rest.acts} isInDrawer />}
      {openId === 'new' && (
        <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
          <JobOrderForm
            order={null}
            places={rest.places}
            workCenterId={rest.workCenterId}
            zone={rest.zone}
            onSaved={(id) => {
              rest.onChanged()
              rest.onOpen(id)
            }}
          />
        </Suspense>
      )}
      {typeof openId === 'number' && <Opened key={openId} {...rest} id={openId} />}
    </SidePanel>
  )
}

function Opened({
  id,
  search,
  places,
  zone,
  mayPlan,
  rights,
  acts,
  isAsking,
  editId,
  onAct,
  onCopyMissing,
  onChanged,
}: Omit<JobOrderPanelProps, 'onClose' | 'openId'> & { readonly id: number }) {
  const { t } = useTexts('jobOrder')
  const [result, ask] = useFreshQuery(JobOrderOpenedDocument, { id }, { workCenterIds: null, kinds: ['order', 'output'] })
  const viewer = useViewer()
  const whyOf = useHindrance()
  const [isEditing, setEditing] = useState(editId === id)
  const [isMoving, setMoving] = useState(false)
  const [sheet, setSheet] = useState<'ASKED' | 'CLOSED' | null>(null)
  const order = result.data?.jobOrder
  const format = useZoneFormat(order?.workCenter?.timeZone ?? zone)
  const refused = acts.refused?.orderId === id ? acts.refused.problems : []
  if (order === undefined) {
    const [problem] = problemsOf(result.error)
    if (!result.error) return <p role="status">{t('state.loading')}</p>
    return problem?.code === 'JOB_ORDER_NOT_FOUND' ? (
      <EmptyState title={problemText(t, problem)} text={t('panel.gone')} />
    ) : (
      <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
    )
  }
  const at = (instant: string | null) => (instant === null ? '—' : format.dateTime(Date.parse(instant)))
  const hindered = hinderedOf(order)
  const busy = isAsking(id) ? 'START' : acts.busyOf(id)
  const mayEdit = mayPlan && order.allowedActions.includes('EDIT')
  const forecast = forecastText(order, at, t)
  const missing = missingOf(order)
  const planned = planDurationMs(order)
  const isArchived = places?.workCenters.find((place) => place.id === order.workCenterId)?.deviceStatus === 'ARCHIVE'
  const facts: readonly (readonly [string, string])[] = [
    [t('column.product'), order.product === null ? t('none.product') : `${order.product.name} · ${order.product.sku}`],
    [t('column.workCenter'), order.workCenter?.name ?? t('none.workCenter')],
    ...(planned === null ? [] : [[t('history.field.planDuration'), format.duration(planned)] as const]),
    [t('form.planStart'), at(order.planStart)],
    [t('form.planEnd'), at(order.planEnd)],
    [t('column.due'), at(order.dueDate)],
    ...(forecast === null ? [] : [[t('forecast.title'), forecast] as const]),
    ...(order.timeStart === null
      ? []
      : [[t('panel.worked'), `${at(order.timeStart)} – ${order.timeEnd === null ? t('place.now') : at(order.timeEnd)}`] as const]),
    ...(order.operator === null ? [] : [[t('column.operator'), order.operator.fullName] as const]),
    ...(order.externalCode === null ? [] : [[t('form.externalCode'), order.externalCode] as const]),
    ...(order.description === null ? [] : [[t('form.description'), order.description] as const]),
    ...(order.notes === null ? [] : [[t('form.notes'), order.notes] as const]),
  ]
  return (
    <div className={classes['panel']}>
      <p className={classes['status']} data-status={order.status}>
        <b>{order.orderCode}</b> · {t(`status.${order.status}`)}
      </p>
      {isArchived && (
        <p role="status" className={classes['archived']}>
          {t('panel.archived')}
        </p>
      )}
      <OrderProgress order={order} expectedNow={order.status === 'PROGRESS' ? order.expectedNow : null} />
      {refused.length > 0 && (
        <div role="alert" className={classes['problems']}>
          {refused.map((problem) => (
            <span key={`${problem.field} ${problem.code}`}>
              <OrderRefusal problem={problem} zone={format.timeZone} field={orderFieldName(t, problem.field)} />
            </span>
          ))}
          <ConfirmedShiftLink problems={refused} />
        </div>
      )}
      <div className={classes['acts']}>
        {OFFERED.filter((act) => order.allowedActions.includes(act)).map((act, index) => (
          <ActionButton
            key={act}
            isMain={index === 0}
            isDanger={act === 'DELETE'}
            isBusy={busy === act}
            isDisabled={busy !== null}
            onClick={() => onAct(act, order)}
          >
            {t(`act.${act}`)}
          </ActionButton>
        ))}
        {hindered.map(({ action }) => (
          <ActionButton key={action} isDisabled>
            {t(`act.${action}`)}
          </ActionButton>
        ))}
        {missing !== null && order.allowedActions.includes('COPY') && (
          <ActionButton isDisabled={busy !== null} onClick={() => onCopyMissing(order)}>
            {t('act.COPY_MISSING', { count: format.number(missing) })}
          </ActionButton>
        )}
        {canConfirm(order, rights) && (
          <ActionButton isDisabled={busy !== null} onClick={() => setSheet('ASKED')}>
            {t('output.confirm')}
          </ActionButton>
        )}
        {endedEarlier(order, rights).map((act) => (
          <ActionButton key={act} isDisabled={busy !== null} onClick={() => onAct(act, order)}>
            {t(`act.${act}`)}
          </ActionButton>
        ))}
        {mayPlan && order.allowedActions.includes('PRIORITIZE') && (
          <ActionButton isDisabled={busy !== null} onClick={() => setMoving(true)}>
            {t('act.MOVE')}
          </ActionButton>
        )}
        {mayEdit && (
          <ActionButton isExpanded={isEditing} isDisabled={busy !== null} onClick={() => setEditing(!isEditing)}>
            {t('act.EDIT')}
          </ActionButton>
        )}
      </div>
      {hindered.length > 0 && (
        <ul className={classes['hindered']}>
          {hindered.map((one) => (
            <li key={one.action}>
              <Explained>{t('hindered', { action: t(`act.${one.action}`), why: whyOf(one) })}</Explained>
            </li>
          ))}
        </ul>
      )}
      {sheet !== null && order.workCenterId !== null && (
        <Suspense>
          <FormatContext value={format}>
            <ConfirmHere
              workCenterId={order.workCenterId}
              jobOrderId={sheet === 'ASKED' ? order.id : null}
              place={order.workCenter?.name ?? ''}
              onClose={() => setSheet('CLOSED')}
              onChanged={() => {
                ask()
                onChanged()
              }}
            />
          </FormatContext>
        </Suspense>
      )}
      {isMoving && (
        <Suspense>
          <MoveDialog
            order={order}
            places={(places?.workCenters ?? []).filter(
              ({ id: one, deviceStatus }) => deviceStatus !== 'ARCHIVE' || one === order.workCenterId,
            )}
            onMoved={() => {
              ask()
              onChanged()
            }}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
      {/* Under the buttons: they do not move under the finger. */}
      <OrderSavedBar acts={acts} isInDrawer />
      {isEditing && mayEdit ? (
        <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
          <JobOrderForm
            key={order.id}
            order={order}
            places={places}
            workCenterId={null}
            zone={zone}
            onStale={ask}
            onSaved={() => {
              setEditing(false)
              ask()
              onChanged()
            }}
          />
        </Suspense>
      ) : (
        <>
          {order.elsewhere.length > 0 && (
            <Suspense>
              <Elsewhere
                elsewhere={order.elsewhere}
                format={format}
                mayOpen={mayReadIntegrations(viewer)}
                order={order}
                onChanged={() => {
                  ask()
                  onChanged()
                }}
              />
            </Suspense>
          )}
          <OrderTabs
            order={order}
            facts={facts}
            search={search}
            places={places?.workCenters ?? []}
            mayPlan={mayPlan}
            mayEdit={mayEdit}
            format={format}
            onChanged={ask}
          />
        </>
      )}
    </div>
  )
}

/** Returns when the order will be made, how sure that is, and how often such a range held before. */
function forecastText({ forecast }: OpenedOrder, at: (instant: string | null) => string, t: Translate<'jobOrder'>): string | null {
  if (forecast === null || forecast.timeEnd === null) return null
  const { timeEnd, earliestEnd, latestEnd, rangesHeld, rangesJudged } = forecast
  if (earliestEnd === null || latestEnd === null) return t('forecast.little', { time: at(timeEnd) })
  const ranged = t('forecast.ranged', { time: at(timeEnd), low: at(earliestEnd), high: at(latestEnd) })
  return rangesJudged === 0 ? ranged : `${ranged}. ${t('forecast.held', { held: rangesHeld, count: rangesJudged })}`
}

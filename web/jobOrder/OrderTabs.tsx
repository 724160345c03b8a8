import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { mayWriteBesideOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { mayReadOutput } from '#engine/output/mayConfirmOutput.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ConversationProps } from '#web/parts/conversation/Conversation.tsx'
import tabClasses from '#web/parts/list/listTabs.module.css'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import type { OrderMaterialsProps } from './items/OrderMaterials.tsx'
import type { PrintOrderProps } from './items/PrintOrder.tsx'
import type { OpenedOrder } from './jobOrderForm.view.ts'
import { ORDER_PANEL_TABS, type OrdersSearch } from './jobOrdersSearch.ts'
import classes from './JobOrdersPage.module.css'
import type { OrderHistoryProps } from './OrderHistory.tsx'
import { OrderLinks } from './OrderLinks.tsx'
import type { OrderOutputProps } from './OrderOutput.tsx'

const OrderHistory = lazyPart<OrderHistoryProps>(() => import('./OrderHistory.tsx').then((module) => ({ default: module.OrderHistory })))
const Materials = lazyPart<OrderMaterialsProps>(() =>
  withTexts('items', import('./items/OrderMaterials.tsx')).then(({ OrderMaterials }) => ({ default: OrderMaterials })),
)
const Scrap = lazyPart<OrderMaterialsProps>(() =>
  withTexts('items', import('./items/OrderScrap.tsx')).then(({ OrderScrap }) => ({ default: OrderScrap })),
)
const Output = lazyPart<OrderOutputProps>(() =>
  withTexts('output', import('./OrderOutput.tsx')).then(({ OrderOutput }) => ({ default: OrderOutput })),
)
const PrintOrder = lazyPart<PrintOrderProps>(() => import('./items/PrintOrder.tsx').then((module) => ({ default: module.PrintOrder })))
const Conversation = lazyPart<ConversationProps>(() =>
  withTexts('conversation', import('#web/parts/conversation/Conversation.tsx')).then((module) => ({ default: module.Conversation })),
)

type OrderTabsProps = {
  readonly order: OpenedOrder
  /** What is told of the order, by name. */
  readonly facts: readonly (readonly [string, string])[]
  /** Which of them is shown is in the address. */
  readonly search: OrdersSearch
  readonly places: readonly { readonly id: number; readonly name: string }[]
  readonly mayPlan: boolean
  readonly mayEdit: boolean
  /** Of the plant. */
  readonly format: Format
  readonly onChanged: () => void
}

/**
 * Returns what is told of an open order, a tab for each kind of it: its content and files, its materials and
 * scrap, what was counted and confirmed of it, what people write beside it, and its history.
 */
export function OrderTabs({ order, facts, search, places, mayPlan, mayEdit, format, onChanged }: OrderTabsProps) {
  const { t } = useTexts('jobOrder')
  const unitName = useUnitName()
  const viewer = useViewer()
  const { panel } = search
  const unitsOf = (value: number) =>
    `${format.number(value)} ${order.measurementUnit === null ? '' : unitName(order.measurementUnit)}`.trim()
  // What is typed in a tab is there when somebody comes back.
  const [opened, setOpened] = useState<readonly string[]>([panel])
  if (!opened.includes(panel)) setOpened([...opened, panel])
  return (
    <>
      <nav className={`${tabClasses['tabs']} ${classes['panelTabs']}`} aria-label={t('panel.tabs')}>
        {ORDER_PANEL_TABS.filter((tab) => tab !== 'output' || mayReadOutput(viewer)).map((tab) => (
          <Link
            key={tab}
            to="/job-orders"
            search={{ ...search, id: [order.id], panel: tab }}
            replace
            resetScroll={false}
            className={tabClasses['tab']}
            aria-current={tab === panel ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`panel.tab.${tab}`)}
            {tab === 'conversation' && order.unreadMessages > 0 && (
              <span className={classes['unread']}>
                {format.number(order.unreadMessages)}
                <span className="hidden-text"> {t('unread', { count: order.unreadMessages })}</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
      {opened.includes('general') && (
        <Tab isShown={panel === 'general'}>
          <dl className={classes['facts']}>
            {facts.map(([name, text]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {order.lateOutput > 0 && <p>{t('output.late', { units: unitsOf(order.lateOutput) })}</p>}
          {order.movedOutput > 0 && <p>{t('output.moved', { units: unitsOf(order.movedOutput) })}</p>}
          <Suspense>
            <PrintOrder order={order} facts={facts} />
          </Suspense>
          <OrderLinks order={order} mayEdit={mayEdit} onChanged={onChanged} />
        </Tab>
      )}
      <Suspense>
        {opened.includes('materials') && (
          <Tab isShown={panel === 'materials'}>
            <Materials order={order} mayPlan={mayPlan} onChanged={onChanged} />
          </Tab>
        )}
      </Suspense>
      <Suspense>
        {opened.includes('scrap') && (
          <Tab isShown={panel === 'scrap'}>
            <Scrap order={order} mayPlan={mayPlan} onChanged={onChanged} />
          </Tab>
        )}
      </Suspense>
      <Suspense>
        {opened.includes('output') && mayReadOutput(viewer) && (
          <Tab isShown={panel === 'output'}>
            <Output order={order} format={format} onChanged={onChanged} />
          </Tab>
        )}
      </Suspense>
      <Suspense>
        {opened.includes('conversation') && (
          <Tab isShown={panel === 'conversation'}>
            <Conversation
              beside={{ jobOrderId: order.id }}
              mayWrite={mayWriteBesideOrders(viewer)}
              format={format}
              isShown={panel === 'conversation'}
            />
          </Tab>
        )}
      </Suspense>
      <Suspense>{panel === 'history' && <OrderHistory events={order.events} places={places} format={format} />}</Suspense>
    </>
  )
}

/** Keeps a tab that was opened as it is, out of sight while another is shown. */
function Tab({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  return (
    <div hidden={!isShown} style={isShown ? { display: 'contents' } : undefined}>
      {children}
    </div>
  )
}

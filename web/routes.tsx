import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useSearch,
  type RouteComponent,
} from '@tanstack/react-router'
import { Shell } from './shell/Shell.tsx'
import { withTexts } from './texts/language.ts'
import { loadChunk } from './base/loadChunk.ts'
import { PageFailure } from './shell/PageFailure.tsx'
import { UnknownPath } from './shell/UnknownPath.tsx'
import { parseSearch, stringifySearch } from './shell/search.ts'
import type { INTEGRATIONS_SEARCH } from './integration/integrationsSearch.ts'
import type { AUDIT_SEARCH } from './user/auditSearch.ts'
import type { JOBS_SEARCH } from './user/jobsSearch.ts'
import type { ORDERS_SEARCH } from './jobOrder/jobOrdersSearch.ts'
import type { ANALYTICS_SEARCH } from './analytics/analyticsSearch.ts'
import type { ENERGY_SEARCH } from './energy/energySearch.ts'
import type { REPORT_SEARCH } from './report/reportSearch.ts'
import type { LOSSES_SEARCH } from './loss/lossesSearch.ts'
import type { OUTPUT_SEARCH } from './output/outputSearch.ts'
import type { SHIFT_SEARCH } from './shift/shiftSearch.ts'
import type { SHIFTS_SEARCH } from './shift/shiftsSearch.ts'
import type { CHECKLISTS_SEARCH } from './checklist/checklistsSearch.ts'
import type { REASONS_SEARCH } from './lossReason/reasonsSearch.ts'
import type { USERS_SEARCH } from './user/usersSearch.ts'
import type { FAQ_SEARCH } from './faq/faqSearch.ts'
import type { SUPPORT_SEARCH } from './support/supportSearch.ts'
import type { NOTIFICATIONS_SEARCH } from './notification/notificationsSearch.ts'
import type { REQUESTS_SEARCH } from './workRequest/requestsSearch.ts'
import { raw } from './parts/list/codecs.ts'
import { laterSearch } from './parts/list/laterSearch.ts'
import { searchTable } from './parts/list/searchTable.ts'
import { OPERATOR_MODE, PAGE_SEARCH } from './workCenter/page/pageSearch.ts'
import { LIST_SEARCH } from './workCenter/list/listSearch.view.ts'
import { WorkCentersPage } from './workCenter/list/WorkCentersPage.tsx'

/** The page of a machine, and its operator mode, which loads without the files of the page. */
const WorkCenterPage = lazyPage(
  () => withTexts('page', withTexts('period', import('./workCenter/page/WorkCenterPage.tsx'))),
  'WorkCenterPage',
)
const OperatorPage = lazyPage(() => withTexts('operator', import('./workCenter/operator/OperatorPage.tsx')), 'OperatorPage')
function MachinePage() {
  const { mode } = useSearch({ from: '/boxes/$deviceId' })
  return mode === OPERATOR_MODE ? <OperatorPage /> : <WorkCenterPage />
}
MachinePage.preload = async () => {
  const isOperator = new URLSearchParams(location.search).get('mode') === OPERATOR_MODE
  await (isOperator ? OperatorPage : WorkCenterPage).preload?.()
}

const root = createRootRoute({ component: Shell, notFoundComponent: UnknownPath })

/** The URL state of a page that has nothing but tabs. */
const TAB_SEARCH = searchTable({ tab: raw() })

/** The route table of the specification, one line a screen; the first page comes with the application, the others when they are opened; what leads nowhere goes to /boxes. */
const routes = [
  createRoute({ getParentRoute: () => root, path: '/', beforeLoad: () => redirect({ to: '/boxes', throw: true, replace: true }) }),
  createRoute({
    getParentRoute: () => root,
    path: '/boxes',
    ...LIST_SEARCH.route,
    component: WorkCentersPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/boxes/$deviceId',
    ...PAGE_SEARCH.route,
    component: MachinePage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/boxes/$deviceId/settings',
    ...TAB_SEARCH.route,
    component: lazyPage(() => withTexts('frame', import('./workCenterSettings/frame/SettingsPage.tsx')), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/addbox',
    component: lazyPage(
      () => withTexts('addWorkCenter', withTexts('sensorName', withTexts('firstStart', import('./addWorkCenter/AddWorkCenterPage.tsx')))),
      'AddWorkCenterPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/profile',
    component: lazyPage(() => withTexts('profile', import('./profile/ProfilePage.tsx')), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/password',
    component: lazyPage(() => withTexts('profile', import('./profile/PasswordPage.tsx')), 'PasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/activation',
    component: lazyPage(() => withTexts('profile', import('./profile/ActivationPage.tsx')), 'ActivationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/general-settings',
    component: lazyPage(() => withTexts('company', import('./company/GeneralSettingsPage.tsx')), 'GeneralSettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/losses',
    ...laterSearch<typeof LOSSES_SEARCH>('/losses'),
    component: lazyPage(() => withTexts('loss', withTexts('table', import('./loss/LossesPage.tsx'))), 'LossesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/analytics',
    ...laterSearch<typeof ANALYTICS_SEARCH>('/analytics'),
    component: lazyPage(
      () => withTexts('analytics', withTexts('table', withTexts('picture', import('./analytics/AnalyticsPage.tsx')))),
      'AnalyticsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/energy',
    ...laterSearch<typeof ENERGY_SEARCH>('/energy'),
    component: lazyPage(
      () => withTexts('energy', withTexts('table', withTexts('picture', import('./energy/EnergyPage.tsx')))),
      'EnergyPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/job-orders',
    ...laterSearch<typeof ORDERS_SEARCH>('/job-orders'),
    component: lazyPage(() => withTexts('jobOrder', withTexts('table', import('./jobOrder/PlanningPage.tsx'))), 'PlanningPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/bot',
    component: lazyPage(
      // What was told and changed is named as its own pages do.
      () => withTexts('user', withTexts('notification', withTexts('assistant', import('./assistant/AssistantPage.tsx')))),
      'AssistantPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/store',
    ...TAB_SEARCH.route,
    component: lazyPage(() => withTexts('store', import('./store/StorePage.tsx')), 'StorePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/billing',
    component: lazyPage(
      () => withTexts('billing', withTexts('conversation', withTexts('table', import('./billing/BillingPage.tsx')))),
      'BillingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/faq',
    ...laterSearch<typeof FAQ_SEARCH>('/faq'),
    component: lazyPage(() => withTexts('faq', import('./faq/FaqPage.tsx')), 'FaqPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/support',
    ...laterSearch<typeof SUPPORT_SEARCH>('/support'),
    component: lazyPage(
      () => withTexts('support', withTexts('conversation', withTexts('sentFile', import('./support/SupportPage.tsx')))),
      'SupportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/work-requests',
    ...laterSearch<typeof REQUESTS_SEARCH>('/work-requests'),
    component: lazyPage(
      () => withTexts('workRequest', withTexts('sentFile', withTexts('table', import('./workRequest/WorkRequestsPage.tsx')))),
      'WorkRequestsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/output',
    ...laterSearch<typeof OUTPUT_SEARCH>('/output'),
    component: lazyPage(() => withTexts('output', withTexts('table', import('./output/OutputPage.tsx'))), 'OutputPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts',
    ...laterSearch<typeof SHIFTS_SEARCH>('/shifts'),
    component: lazyPage(() => withTexts('shift', withTexts('table', import('./shift/list/ShiftsPage.tsx'))), 'ShiftsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/shifts/$shiftId',
    ...laterSearch<typeof SHIFT_SEARCH>('/shifts/$shiftId'),
    component: lazyPage(
      () => withTexts('shift', withTexts('shiftInsight', withTexts('handover', import('./shift/report/ShiftPage.tsx')))),
      'ShiftPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/loss-reasons',
    ...laterSearch<typeof REASONS_SEARCH>('/loss-reasons'),
    component: lazyPage(() => withTexts('lossReason', withTexts('table', import('./lossReason/LossReasonsPage.tsx'))), 'LossReasonsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/checklists',
    ...laterSearch<typeof CHECKLISTS_SEARCH>('/checklists'),
    component: lazyPage(() => withTexts('checklist', withTexts('table', import('./checklist/ChecklistsPage.tsx'))), 'ChecklistsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    ...laterSearch<typeof USERS_SEARCH>('/users'),
    component: lazyPage(() => withTexts('user', withTexts('table', import('./user/UsersPage.tsx'))), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    ...laterSearch<typeof AUDIT_SEARCH>('/audit'),
    component: lazyPage(() => withTexts('sensorName', withTexts('user', withTexts('table', import('./user/AuditPage.tsx')))), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notifications',
    ...laterSearch<typeof NOTIFICATIONS_SEARCH>('/notifications'),
    component: lazyPage(() => withTexts('notification', import('./notification/NotificationsPage.tsx')), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations',
    ...laterSearch<typeof INTEGRATIONS_SEARCH>('/integrations'),
    component: lazyPage(
      () => withTexts('integration', withTexts('elsewhere', import('./integration/IntegrationsPage.tsx'))),
      'IntegrationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    ...laterSearch<typeof REPORT_SEARCH>('/reports'),
    component: lazyPage(() => withTexts('report', withTexts('subscription', import('./report/ReportsPage.tsx'))), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/jobs',
    ...laterSearch<typeof JOBS_SEARCH>('/jobs'),
    component: lazyPage(() => withTexts('user', withTexts('table', import('./user/JobsPage.tsx'))), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/join',
    component: lazyPage(() => withTexts('user', import('./user/JoinPage.tsx')), 'JoinPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/{$provider}-api',
    ...TAB_SEARCH.route,
    component: lazyPage(() => withTexts('apiKey', withTexts('table', import('./apiKey/ApiKeysPage.tsx'))), 'ApiKeysPage'),
  }),
]

/** Returns the router of the application; search values stay plain text, so `q=12` is not a number. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren(routes),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    defaultPendingMs: 300,
  })
}

/** Returns the component of a page whose files load when it is opened, with one silent retry. */
function lazyPage<Module extends Record<Name, RouteComponent>, Name extends string>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(() => loadChunk(load), name)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

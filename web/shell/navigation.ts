import type { Under } from '#web/texts/translate.ts'
import { meetsNeed } from '#engine/access/routeGuards.ts'
import type { PageGrants, PageNeed } from '#engine/access/routeGuards.ts'
import type { IconName } from '#web/ui/iconPaths.ts'

export type SidebarMode = 'main' | 'company' | 'profile'

/** An entry of a sidebar; it is shown when its screen exists and the viewer may do what it needs. */
export type NavigationItem = {
  readonly key: Under<'page'>
  readonly path: string
  readonly icon: IconName
  readonly needs: PageNeed | null
}

/** The sidebars (spec 000 §2, Page shell), in order, with the person who last changed each item; inner lists are groups. */
export const SIDEBARS: Record<SidebarMode, readonly (readonly NavigationItem[])[]> = {
  main: [
    [
      { key: 'boxes', path: '/boxes', icon: 'boxes', needs: null },
      { key: 'notifications', path: '/notifications', icon: 'bell', needs: null },
    ],
    [
      { key: 'losses', path: '/losses', icon: 'alert', needs: 'LOSSES' },
      { key: 'job-orders', path: '/job-orders', icon: 'table', needs: 'JOB_ORDERS' },
      { key: 'output', path: '/output', icon: 'signal', needs: 'OUTPUTS' },
      { key: 'shifts', path: '/shifts', icon: 'clock', needs: 'SHIFTS' },
      { key: 'work-requests', path: '/work-requests', icon: 'settings', needs: 'LOSSES' },
    ],
    [
      { key: 'analytics', path: '/analytics', icon: 'chart', needs: 'ANALYTICS' },
      { key: 'energy', path: '/energy', icon: 'bolt', needs: 'ANALYTICS' },
      { key: 'reports', path: '/reports', icon: 'download', needs: 'SHIFTS' },
    ],
    [{ key: 'addbox', path: '/addbox', icon: 'plus', needs: 'NEW_WORK_CENTER' }],
  ],
  company: [
    [
      { key: 'general-settings', path: '/general-settings', icon: 'building', needs: 'COMPANY_SETTINGS' },
      { key: 'store', path: '/store', icon: 'layers', needs: 'COMPANY_SETTINGS' },
      { key: 'billing', path: '/billing', icon: 'table', needs: 'COMPANY_SETTINGS' },
      { key: 'integrations', path: '/integrations', icon: 'refresh', needs: 'INTEGRATIONS' },
      { key: 'users', path: '/users', icon: 'users', needs: 'COMPANY_USERS' },
      { key: 'api', path: '/trueline-api', icon: 'key', needs: 'API_KEY' },
    ],
    [
      { key: 'loss-reasons', path: '/loss-reasons', icon: 'alert', needs: 'COMPANY_SETTINGS' },
      { key: 'checklists', path: '/checklists', icon: 'check', needs: 'CHECKLISTS' },
    ],
    [
      { key: 'audit', path: '/audit', icon: 'history', needs: 'AUDIT_LOG' },
      { key: 'jobs', path: '/jobs', icon: 'clock', needs: 'MODIFY COMPANY_USERS' },
    ],
  ],
  profile: [
    [
      { key: 'profile', path: '/profile', icon: 'user', needs: null },
      { key: 'password', path: '/password', icon: 'lock', needs: null },
    ],
    [
      { key: 'bot', path: '/bot', icon: 'search', needs: null },
      { key: 'faq', path: '/faq', icon: 'question', needs: null },
      { key: 'support', path: '/support', icon: 'edit', needs: null },
    ],
  ],
}

const MODES: readonly SidebarMode[] = ['company', 'profile', 'main']

/** Returns which sidebar belongs to a path: the one that lists it or a parent of it, else the main one. */
export function sidebarModeOf(path: string): SidebarMode {
  return MODES.find((mode) => SIDEBARS[mode].flat().some((item) => isAtOrBelow(path, item.path))) ?? 'main'
}

/** Returns the entries of a sidebar, group by group, that lead somewhere and that the viewer may open; a group without any is left out. */
export function visibleGroups(
  mode: SidebarMode,
  isScreen: (path: string) => boolean,
  grants: PageGrants,
): readonly (readonly NavigationItem[])[] {
  return SIDEBARS[mode]
    .map((group) => group.filter((item) => isScreen(item.path) && (item.needs === null || meetsNeed(item.needs, grants))))
    .filter((group) => group.length > 0)
}

export type Crumb = { readonly path: string; readonly key: Under<'page'> | null; readonly segment: string }

/** Returns the breadcrumbs of a path, one per segment. A segment without a text key is shown as it is, like a device id. */
export function crumbsOf(path: string): readonly Crumb[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((segment, index) => ({
    path: `/${segments.slice(0, index + 1).join('/')}`,
    key: CRUMB_KEYS.find((key) => key === segment) ?? (segment.endsWith('-api') ? 'api' : null),
    segment,
  }))
}

const CRUMB_KEYS: readonly Under<'page'>[] = [
  ...MODES.flatMap((mode) => SIDEBARS[mode].flat().map((item) => item.key)),
  'activation',
  'join',
  'overview',
  'settings',
]

function isAtOrBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}

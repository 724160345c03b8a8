import type { Under } from '#web/texts/translate.ts'
/** The second key after `g`, and the page that it leads to (U-43). */
export const GO_TO: readonly { readonly key: string; readonly page: Under<'page'>; readonly path: string }[] = [
  { key: 'b', page: 'boxes', path: '/boxes' },
  { key: 'l', page: 'losses', path: '/losses' },
  { key: 'j', page: 'job-orders', path: '/job-orders' },
  { key: 'o', page: 'output', path: '/output' },
  { key: 's', page: 'shifts', path: '/shifts' },
  { key: 'q', page: 'work-requests', path: '/work-requests' },
  { key: 'a', page: 'analytics', path: '/analytics' },
  { key: 'y', page: 'energy', path: '/energy' },
  { key: 'e', page: 'reports', path: '/reports' },
  { key: 'm', page: 'notifications', path: '/notifications' },
  { key: 'n', page: 'addbox', path: '/addbox' },
  { key: 'c', page: 'general-settings', path: '/general-settings' },
  { key: 'i', page: 'integrations', path: '/integrations' },
  { key: 'u', page: 'users', path: '/users' },
  { key: 'k', page: 'api', path: '/trueline-api' },
  { key: 'r', page: 'loss-reasons', path: '/loss-reasons' },
  { key: 'h', page: 'checklists', path: '/checklists' },
  { key: 't', page: 'audit', path: '/audit' },
  { key: 'w', page: 'jobs', path: '/jobs' },
  { key: 'p', page: 'profile', path: '/profile' },
  { key: 'd', page: 'bot', path: '/bot' },
  { key: 'v', page: 'store', path: '/store' },
  { key: 'x', page: 'billing', path: '/billing' },
  { key: 'f', page: 'faq', path: '/faq' },
  { key: 'z', page: 'support', path: '/support' },
]

/** How long the second key may take. */
const SEQUENCE_MS = 1500

/** What a key without Ctrl asks for, and when the `g` of a sequence was pressed; null = none is begun. */
export type KeyAnswer = { readonly begunAt: number | null; readonly does: 'help' | { readonly path: string } | null }

/** Returns the effect of a key after the `g` at `begunAt`. A sequence that paused too long starts again. */
export function answerKey(key: string, at: number, begunAt: number | null): KeyAnswer {
  if (key === '?') return { begunAt: null, does: 'help' }
  if (begunAt !== null && at - begunAt <= SEQUENCE_MS) {
    const target = GO_TO.find((one) => one.key === key)
    if (target) return { begunAt: null, does: { path: target.path } }
  }
  return { begunAt: key === 'g' ? at : null, does: null }
}

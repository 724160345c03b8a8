import { Refusal } from '#server/refusal.ts'
import type { RequestContext } from './context.ts'

/** Refuses a question of several work centers together to who may not read analytics; one work center's own figures are those of its page (domain.md G-23). */
export function requireAnalytics(context: RequestContext, workCenterIds: readonly number[] | null | undefined): void {
  if (workCenterIds?.length === 1 || context.may('READ', 'ANALYTICS')) return
  throw new Refusal({ code: 'FORBIDDEN', params: { action: 'READ', subject: 'ANALYTICS' } })
}

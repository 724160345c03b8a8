import type { OrderToEndFragment } from '#web/api/generated/graphql.ts'

/** Returns whether the order is not over here. */
export function isOpenOrder({ status }: Pick<OrderToEndFragment, 'status'>): boolean {
  return status === 'DRAFT' || status === 'PLANNED' || status === 'PROGRESS' || status === 'ON_HOLD'
}

/** Returns how an order ends here that is over elsewhere: what nobody worked on is cancelled, other ones are closed; null where that is not allowed. */
export function endingAct({ status, allowedActions }: Pick<OrderToEndFragment, 'allowedActions' | 'status'>): 'CANCEL' | 'CLOSE' | null {
  if (!isOpenOrder({ status })) return null
  const act = status === 'DRAFT' || status === 'PLANNED' ? 'CANCEL' : 'CLOSE'
  return allowedActions.includes(act) ? act : null
}

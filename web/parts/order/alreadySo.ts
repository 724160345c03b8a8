/** What an order is already, since when (ms UTC), and the id of who made it so; '' = a program. */
export type AlreadySo = { readonly status: 'ON_HOLD' | 'PROGRESS'; readonly since: number; readonly by: string }

/** Returns that the order is in progress or paused already, which is why the act was refused; null for another reason. */
export function alreadySo({
  code,
  params = {},
}: {
  readonly code: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
}): AlreadySo | null {
  const { status, since, by } = params
  if (code !== 'INVALID_JOB_ORDER_TRANSITION' || (status !== 'PROGRESS' && status !== 'ON_HOLD') || typeof since !== 'number') return null
  return { status, since, by: typeof by === 'string' ? by : '' }
}

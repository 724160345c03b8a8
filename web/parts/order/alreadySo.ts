/** What an order is already, since when (ms UTC), and who made it so; null = a program. */
export type AlreadySo = { readonly status: 'ON_HOLD' | 'PROGRESS'; readonly since: number; readonly name: string | null }

/** Returns that the order is in progress or paused already, which is why the act was refused; null for another reason. */
export function alreadySo({
  code,
  params = {},
}: {
  readonly code: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
}): AlreadySo | null {
  const { status, since, name } = params
  if (code !== 'INVALID_JOB_ORDER_TRANSITION' || (status !== 'PROGRESS' && status !== 'ON_HOLD') || typeof since !== 'number') return null
  return { status, since, name: typeof name === 'string' && name !== '' ? name : null }
}

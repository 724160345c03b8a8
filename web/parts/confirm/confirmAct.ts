import type { ConfirmOutputHereMutationVariables } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'

export const OUTPUT_CONFIRM = 'OUTPUT_CONFIRM'

/** A confirmation of output as it is kept while there is no connection: what is sent, and what its card says. */
export type ConfirmBody = {
  readonly variables: Omit<ConfirmOutputHereMutationVariables, 'requestKey'>
  readonly orderCode: string | null
  readonly place: string
}

/** Units of an order that wait to be confirmed until there is a connection. */
export type KeptUnits = { readonly accepted: number; readonly rejected: number }

/** Returns the confirmation of the entry; null for another kind, or one that an older version wrote otherwise. */
export function confirmOf({ kind, body }: Pick<OutboxEntry, 'body' | 'kind'>): ConfirmBody | null {
  return kind === OUTPUT_CONFIRM && isConfirm(body) ? body : null
}

/** Returns what was confirmed here of the order, or at the place without one, and is not sent yet; what was refused waits for a person and is none of it. */
export function keptUnits(entries: readonly OutboxEntry[], workCenterId: number, jobOrderId: number | null): KeptUnits {
  const units = { accepted: 0, rejected: 0 }
  for (const entry of entries) {
    const { variables } = (entry.refusal === null ? confirmOf(entry) : null) ?? {}
    if (variables?.workCenterId !== workCenterId || (variables.jobOrderId ?? null) !== jobOrderId) continue
    units.accepted += Number(variables.acceptedOutput)
    units.rejected += Number(variables.rejectedOutput)
  }
  return units
}

function isConfirm(body: unknown): body is ConfirmBody {
  if (typeof body !== 'object' || body === null || !('variables' in body)) return false
  const { variables } = body
  return typeof variables === 'object' && variables !== null && 'workCenterId' in variables && 'acceptedOutput' in variables
}

import { useRef } from 'react'
import { ConfirmOutputHereDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { type ConfirmBody, OUTPUT_CONFIRM } from './confirmAct.ts'
import { oneOfEachPosting } from './takeBack.ts'

type Written = Omit<ConfirmBody['variables'], 'actingUserId' | 'occurredAt'>

/** What became of a confirmation: its rows, by which it is taken back, or the key under which it waits for a connection. */
export type ConfirmSent = { readonly confirmationIds: readonly number[]; readonly keptKeys: readonly string[] }

export type Confirming = {
  /** Returns null where it was refused, or there is no room to keep it; why is given to `refuse`. */
  send(written: Written, refuse?: (problems: readonly ApiProblem[]) => void, orderCode?: string): Promise<ConfirmSent | null>
  readonly isBusy: boolean
  readonly problems: readonly ApiProblem[]
}

/** Returns how a confirmation is sent, or kept under the same key while there is no connection (domain.md J-42). */
export function useConfirming(named: Pick<ConfirmBody, 'orderCode' | 'place'>): Confirming {
  const unsent = useUnsent()
  const change = useChange(ConfirmOutputHereDocument)
  const unknown = useRef<Attempt<Written> | null>(null)
  const send: Confirming['send'] = async (written, refuse, orderCode = named.orderCode ?? undefined) => {
    const attempt = attemptOf(written, saidHere(unsent.now(), actingUserId()), unknown.current)
    let confirmationIds: readonly number[] = []
    let refused: readonly ApiProblem[] = []
    const how = await sendOrKeep(attempt, {
      isWaiting: unsent.isWaiting,
      send: async (variables, requestKey) => {
        const { data, problems } = await change.run({ ...variables, requestKey })
        confirmationIds = oneOfEachPosting(data?.confirmOutput ?? [])
        refused = problems
        return problems
      },
      keep: (variables, requestKey) =>
        unsent.addKeyed(OUTPUT_CONFIRM, requestKey, { variables, ...named, orderCode: orderCode ?? null } satisfies ConfirmBody),
    })
    unknown.current = how === 'UNKNOWN' ? attempt : null
    if (how === 'KEPT') return { confirmationIds: [], keptKeys: [attempt.key] }
    if (how === 'SENT') return { confirmationIds, keptKeys: [] }
    refuse?.(refused)
    return null
  }
  return { send, isBusy: change.isBusy, problems: change.problems }
}

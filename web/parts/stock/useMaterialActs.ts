import { useRef, useState } from 'react'
import { useClient } from 'urql'
import type { ApiProblem } from '#web/api/problems.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { oneByOne } from '#web/parts/order/oneByOne.ts'
import { type Attempt, attemptOf, type SaidHere, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { outbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { batchBack, problemsOfAct, type SaidOfBatch } from './batchBack.ts'
import { MATERIAL_ACT, type MaterialActBody, sendMaterialAct } from './materialAct.ts'

type Written = Omit<MaterialActBody, 'actingUserId' | 'occurredAt'>

/** What was done last; while it waits for a connection it has the key of its entry, else the act that takes it back, where there is one. */
export type DoneToBatch = {
  readonly said: SaidOfBatch
  readonly keptKey: string | null
  readonly back: SaidOfBatch | null
  /** The last day (yyyy-mm-dd) of a batch that was installed although it expired. */
  readonly expiredOn: string | null
}

type Place = {
  readonly workCenterId: number
  readonly place: string
}

/** Returns how batches are installed, taken off and written off at a machine: at once, or once there is a connection, one after the other. */
export function useMaterialActs({ workCenterId, place }: Place, onChanged: () => void) {
  const client = useClient()
  const unsent = useUnsent()
  const [line] = useState(oneByOne)
  const unknown = useRef<Attempt<Written> | null>(null)
  const [done, setDone] = useState<DoneToBatch | null>(null)
  const [refused, setRefused] = useState<{ readonly code: string; readonly problem: ApiProblem } | null>(null)
  const [busy, setBusy] = useState(0)
  const send = async (written: Written, here: SaidHere): Promise<readonly ApiProblem[]> => {
    const attempt = attemptOf(written, here, unknown.current)
    let problems: readonly ApiProblem[] = []
    const how = await sendOrKeep(attempt, {
      isWaiting: unsent.isWaiting,
      send: async (input, key) => {
        const outcome = await sendMaterialAct(client, { occurredAt: null, ...input }, key)
        problems = problemsOfAct(outcome)
        if (typeof outcome === 'object' && 'batchId' in outcome)
          setDone({
            said: { ...written, batchId: outcome.batchId },
            keptKey: null,
            back: batchBack(written, outcome),
            expiredOn: outcome.expiredOn ?? null,
          })
        return problems
      },
      keep: async (input, key) => await unsent.addKeyed(MATERIAL_ACT, key, { occurredAt: null, ...input } satisfies MaterialActBody),
    })
    unknown.current = how === 'UNKNOWN' ? attempt : null
    if (how === 'KEPT') setDone({ said: written, keptKey: attempt.key, back: null, expiredOn: null })
    else onChanged()
    return how === 'KEPT' ? [] : problems
  }
  /** Returns what was refused, for the form in which it was said. */
  const act = async (said: SaidOfBatch): Promise<readonly ApiProblem[]> => {
    const here = saidHere(unsent.now(), actingUserId())
    setRefused(null)
    setDone(null)
    setBusy((count) => count + 1)
    const written: Written = { quantity: null, comment: null, ...said, workCenterId, place }
    let problems: readonly ApiProblem[] = []
    const turn = line(async () => {
      problems = await send(written, here)
    })
    await turn.finally(() => setBusy((count) => count - 1))
    return problems
  }
  /** Does what was said without a form: what is refused of it stands at the place itself. */
  const actHere = async (said: SaidOfBatch): Promise<void> => {
    const [problem] = await act(said)
    if (problem !== undefined) setRefused({ code: said.code, problem })
  }
  /** Takes back what was installed or taken off: what waits is dropped, what was done is done the other way round. */
  const undo = async ({ keptKey, back }: DoneToBatch): Promise<void> => {
    const kept = outbox.state().entries.find(({ key }) => key === keptKey)
    setDone(null)
    if (kept !== undefined) return await outbox.drop(kept.id)
    if (back === null) return
    await actHere(back)
    setDone(null)
  }
  return { act, actHere, undo, done, refused, isBusy: busy > 0, forget: () => setDone(null) }
}

import { useState } from 'react'
import { type AskMemory, isLeftToLead, putOff, type StopPrompt, stopPrompt } from '#engine/loss/stopPrompt.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useNow } from '#web/ui/clock.ts'
import { rememberAsks, rememberedAsks } from './askMemory.ts'
import { type OpQueue, type OpStop, type SeenWork, seenWork, workingSince } from './operator.view.ts'

export type Prompted = {
  readonly workCenterId: number
  readonly queue: OpQueue
  readonly live: LiveWorkCenter | undefined
}

export type StopPrompts = {
  of(workCenterId: number): StopPrompt<OpStop>
  /** Puts the question off, or leaves all that waits to the lead. */
  later(workCenterId: number): void
  /** Whether the stop was left to the lead. */
  isLeft(stop: OpStop): boolean
}

const NONE = { kind: 'NONE' } as const

/** Returns what each of the machines of a screen asks now. */
export function useStopPrompts(machines: readonly Prompted[]): StopPrompts {
  const now = useNow()
  const [memories, setMemories] = useState<ReadonlyMap<number, AskMemory>>(
    () => new Map(machines.map(({ workCenterId }) => [workCenterId, rememberedAsks(workCenterId)])),
  )
  const [seen, setSeen] = useState<ReadonlyMap<number, SeenWork>>(() => new Map())
  const changed = machines.flatMap(({ workCenterId, live }) => {
    const next = seenWork(seen.get(workCenterId) ?? null, live?.status ?? null)
    return next === null || next === seen.get(workCenterId) ? [] : [[workCenterId, next] as const]
  })
  if (changed.length > 0) setSeen(new Map([...seen, ...changed]))
  const memoryOf = (id: number) => memories.get(id) ?? rememberedAsks(id)
  const prompts = new Map(
    machines.map(({ workCenterId, queue, live }) => {
      const status = live?.status ?? null
      const state = {
        workingSince: workingSince(status, queue, seen.get(workCenterId) ?? null),
        standingSince: status !== null && live?.stop?.look === 'UNEXPLAINED' ? status.since : null,
        rows: queue.rows,
        shiftEnd: live?.shift?.end ?? null,
        memory: memoryOf(workCenterId),
      }
      return [workCenterId, stopPrompt(state, now)] as const
    }),
  )
  return {
    of: (id) => prompts.get(id) ?? NONE,
    later: (id) => {
      const memory = putOff(memoryOf(id), prompts.get(id) ?? NONE, now)
      rememberAsks(id, memory)
      setMemories(new Map([...memories, [id, memory]]))
    },
    isLeft: (stop) => isLeftToLead(memoryOf(stop.workCenterId), stop),
  }
}

import { useState } from 'react'
import { ClassifyLossesDocument } from '#web/api/generated/graphql.ts'
import { type Change, useChange } from '#web/api/useChange.ts'
import type { ClassifyLossesMutation, ClassifyLossesMutationVariables } from '#web/api/generated/graphql.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'

export type SayBundle = {
  readonly change: Change<ClassifyLossesMutation, ClassifyLossesMutationVariables>
  /** Whether the stop is part of what is on its way, or was just said and the list does not tell it yet. */
  isSaid(stop: Stop): boolean
  say(stops: readonly Stop[], reasonId: number): void
}

/** Returns how stops of one bundle get one reason: all or none, against the versions that were seen, with a way back (domain.md S-35). */
export function useSayBundle(): SayBundle {
  const [said, setSaid] = useState<ReadonlyMap<number, number>>(new Map())
  const change = useChange(ClassifyLossesDocument, {
    withKey: (variables, requestKey) => ({ ...variables, requestKey }),
    // They had no reason; what was written beside them was not touched.
    undoOf: ({ updateLosses }) => ({
      input: { ids: updateLosses.map(({ id }) => id), versions: updateLosses.map(({ version }) => version), reasonId: null },
    }),
  })
  const follow = async (stops: readonly Stop[], reasonId: number) => {
    setSaid((known) => new Map([...known, ...stops.map(({ id, version }) => [id, version] as const)]))
    const { data } = await change.run({
      input: { ids: stops.map(({ id }) => id), versions: stops.map(({ version }) => version), reasonId },
    })
    if (data === null) setSaid((known) => new Map([...known].filter(([id]) => stops.every((stop) => stop.id !== id))))
  }
  return {
    change,
    isSaid: ({ id, version }) => (said.get(id) ?? -1) >= version,
    say: (stops, reasonId) => void follow(stops, reasonId),
  }
}

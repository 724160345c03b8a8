import { useMemo } from 'react'
import { useClient, useQuery } from 'urql'
import { EnergyOfLossesDocument } from '#web/api/generated/graphql.ts'
import type { LossRow } from './lossRow.ts'

/** Returns the rows with what each stop used, asked for in one question, whether it could not be read, and how rows of a file get it; only where it is shown. */
export function useLossEnergies(
  rows: readonly LossRow[],
  isShown: boolean,
): {
  readonly rows: readonly LossRow[]
  readonly isFailed: boolean
  readonly withEnergies: (some: readonly LossRow[]) => Promise<readonly LossRow[]>
} {
  const client = useClient()
  const ids = useMemo(() => stopIds(rows), [rows])
  const [{ data, error }] = useQuery({ query: EnergyOfLossesDocument, variables: { ids }, pause: !isShown || ids.length === 0 })
  const known = isShown ? data?.lossEnergies : undefined
  return {
    isFailed: isShown && error !== undefined && data === undefined,
    rows: useMemo(() => (known === undefined ? rows : joined(rows, known)), [rows, known]),
    withEnergies: async (some) => {
      const asked = stopIds(some)
      if (!isShown || asked.length === 0) return some
      const answer = await client.query(EnergyOfLossesDocument, { ids: asked }, { requestPolicy: 'network-only' }).toPromise()
      if (answer.data === undefined) throw answer.error ?? new Error('The energy of the losses cannot be read')
      return joined(some, answer.data.lossEnergies)
    },
  }
}

function stopIds(rows: readonly LossRow[]): number[] {
  return rows.filter(({ loss }) => loss.source === 'STATUS' && loss.isValid).map(({ stop }) => stop.id)
}

function joined(rows: readonly LossRow[], energies: readonly NonNullable<LossRow['energy']>[]): readonly LossRow[] {
  const byId = new Map(energies.map((energy) => [energy.lossId, energy]))
  return rows.map((row) => {
    const energy = byId.get(row.stop.id)
    return energy === undefined ? row : { ...row, energy }
  })
}

import { useState } from 'react'
import { SaveStatesDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { type RuleDraft, toInput } from './ruleDraft.view.ts'

export type RulesSave = {
  readonly isSaving: boolean
  /** What the server refused, with the name of the rule that it is about. */
  readonly refused: { readonly problem: ApiProblem; readonly name: string | null } | null
  /** Returns the ids that the rules have now in their order, null when nothing was saved. */
  save(changed: readonly RuleDraft[], validFrom: number | null): Promise<readonly number[] | null>
  forget(): void
}

/** Returns what saves all edited rules at once: a bound that two of them share moves together. */
export function useRulesSave(workCenterId: number): RulesSave {
  const { run, isBusy } = useChange(SaveStatesDocument)
  const [refused, setRefused] = useState<RulesSave['refused']>(null)
  return {
    isSaving: isBusy,
    refused,
    forget: () => setRefused(null),
    save: async (changed, validFrom) => {
      setRefused(null)
      const rules = changed.map((draft) => toInput(draft, workCenterId))
      const from = validFrom === null ? null : new Date(validFrom).toISOString()
      const { data, problems } = await run({ workCenterId, rules, validFrom: from })
      if (data) return data.saveStates.map(({ id }) => id)
      const [problem] = problems
      if (problem === undefined) return null
      const place = /^rules\.(\d+)/.exec(problem.field ?? '')?.[1]
      setRefused({ problem, name: place === undefined ? null : (changed[Number(place)]?.values.name ?? null) })
      return null
    },
  }
}

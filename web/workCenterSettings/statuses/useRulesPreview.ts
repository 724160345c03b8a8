import { useEffect, useMemo, useRef, useState } from 'react'
import { type Client, useClient } from 'urql'
import { PreviewRulesDocument, type PreviewSidesFragment } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { localId, type RuleDraft, toInput } from './ruleDraft.view.ts'

/** How long a person must pause before the server is asked. */
const PAUSE_MS = 300

export type PreviewQuestion = {
  readonly workCenterId: number
  readonly changed: readonly RuleDraft[]
  /** Rules that are not in force any more, and would not have been. */
  readonly archivedIds: readonly number[]
  /** Null = as if it had always been so. */
  readonly validFrom: number | null
  readonly window: TimeWindow
}

export type RulesPreview = {
  /** The last answer; null before the first. */
  readonly sides: PreviewSidesFragment | null
  /** Whether the answer is to what is asked now. */
  readonly isExact: boolean
  readonly problems: readonly ApiProblem[]
  retry(): void
  /** Resolves with the exact answer, asked at once where it is not there yet; null where the server gives none. */
  untilExact(): Promise<PreviewSidesFragment | null>
}

type Answer = { readonly key: string; readonly sides: PreviewSidesFragment | null; readonly problems: readonly ApiProblem[] }

/** Returns what the server says the window would look like; asked after a pause, the last answer stays until the next. `null` asks nothing. */
export function useRulesPreview(question: PreviewQuestion | null): RulesPreview {
  const client = useClient()
  const [answer, setAnswer] = useState<Answer>({ key: '', sides: null, problems: [] })
  const [attempt, setAttempt] = useState(0)
  const variables = useMemo(() => question && variablesOf(question), [question])
  const key = variables === null ? null : `${JSON.stringify(variables)} ${attempt}`
  const isFirst = useRef(true)
  useEffect(() => {
    if (variables === null || key === null || question === null) return undefined
    let isOver = false
    const ask = async () => {
      const { sides, problems } = await askServer(client, variables, question.changed)
      if (isOver) return
      setAnswer((before) => ({ key, sides: sides ?? before.sides, problems }))
    }
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : PAUSE_MS)
    isFirst.current = false
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // The key says all that the variables do.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, key])
  const isExact = key !== null && answer.key === key && answer.problems.length === 0
  return {
    sides: answer.sides,
    isExact,
    problems: answer.key === key ? answer.problems : [],
    retry: () => setAttempt((before) => before + 1),
    untilExact: async () => {
      if (isExact || variables === null || question === null) return isExact ? answer.sides : null
      return (await askServer(client, variables, question.changed)).sides
    },
  }
}

type Variables = ReturnType<typeof variablesOf>

async function askServer(client: Client, variables: Variables, changed: readonly RuleDraft[]): Promise<Omit<Answer, 'key'>> {
  const { data, error } = await client.query(PreviewRulesDocument, variables, { requestPolicy: 'network-only' }).toPromise()
  const sides = data?.previewStatusRules
  return sides ? { sides: withLocalIds(sides, changed), problems: [] } : { sides: null, problems: problemsOf(error) }
}

function variablesOf({ workCenterId, changed, archivedIds, validFrom, window }: PreviewQuestion) {
  return {
    workCenterId,
    // A rule is judged by its range here; what it is called may still be missing.
    rules: changed.map((draft, at) => ({
      ...toInput(draft, workCenterId),
      name: `Preview ${at}: ${draft.id ?? 'new'}`,
      shortName: null,
      color: MARK_COLORS[0],
    })),
    archivedIds: [...archivedIds],
    validFrom: validFrom === null ? null : new Date(validFrom).toISOString(),
    period: { start: new Date(window.from).toISOString(), end: new Date(window.to).toISOString() },
  }
}

/** The server calls rules that are not stored -1, -2 by their place; here each has an id of its own. */
function withLocalIds(sides: PreviewSidesFragment, changed: readonly RuleDraft[]): PreviewSidesFragment {
  const idOf = (id: number | null | undefined) => {
    const draft = id == null || id >= 0 ? undefined : changed[-1 - id]
    return draft === undefined ? (id ?? null) : localId(draft)
  }
  const after = {
    ...sides.after,
    statuses: sides.after.statuses.map((one) => ({ ...one, statusRuleId: idOf(one.statusRuleId) })),
    timeline: sides.after.timeline.map((one) => ({ ...one, statusRuleId: idOf(one.statusRuleId) })),
  }
  return { ...sides, after }
}

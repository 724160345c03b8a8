import { linkProblems } from '#engine/integration/matchPlaces.ts'
import type { LinkAction, LinkChoice } from '#engine/integration/matchPlaces.ts'
import type { Problem } from '#engine/result.ts'
import type { WorkCentersMatchesQuery } from '#web/api/generated/graphql.ts'

type Match = WorkCentersMatchesQuery['workCentersMatches'][number]
/** What is chosen for a work center of the other system; null = nothing yet. */
export type Choice = { readonly action: LinkAction | null; readonly internalId: number | null }

/** Returns what was chosen before for each row. What is proposed is no choice: people take it or leave it. */
export function firstChoices(matches: readonly Match[]): readonly Choice[] {
  return matches.map(({ action, internalWorkCenterId }) => ({ action: action ?? null, internalId: internalWorkCenterId ?? null }))
}

/** What is chosen by the id of the other system. */
export type ChosenPlaces = ReadonlyMap<string, Choice>

/** Returns the choices with what was chosen here before, while nothing is stored of it. */
export function withChosen(matches: readonly Match[], chosen: ChosenPlaces): readonly Choice[] {
  return firstChoices(matches).map((choice, row) => chosen.get(matches[row]?.externalWorkCenter.id ?? '') ?? choice)
}

/** Returns the choices by the id of the other system: its list may be another the next time. */
export function chosenPlaces(matches: readonly Match[], choices: readonly Choice[]): ChosenPlaces {
  return new Map(matches.flatMap(({ externalWorkCenter: { id } }, row) => (choices[row] === undefined ? [] : [[id, choices[row]]])))
}

/** Returns the choices with every proposal taken where nothing is chosen yet. */
export function withProposals(matches: readonly Match[], choices: readonly Choice[]): readonly Choice[] {
  return choices.map((choice, row) => {
    const proposed = matches[row]?.suggestedWorkCenterId ?? null
    return choice.action === null && proposed !== null ? { action: 'EXISTING', internalId: proposed } : choice
  })
}

/** Returns the choices as the server takes them; a row of which nothing is chosen counts as one left empty. */
export function linkChoices(matches: readonly Match[], choices: readonly Choice[]): readonly LinkChoice[] {
  return matches.map(({ externalWorkCenter }, row) => {
    const { action, internalId } = choices[row] ?? { action: null, internalId: null }
    return { externalId: externalWorkCenter.id, action: action ?? 'EXISTING', internalId: action === 'EXISTING' ? internalId : null }
  })
}

/** Returns what is wrong with the choices, as the server would say it. */
export function problemsOfChoices(
  matches: readonly Match[],
  choices: readonly Choice[],
  workCenters: readonly { readonly id: number; readonly name: string }[],
): readonly Problem[] {
  return linkProblems(
    linkChoices(matches, choices),
    matches.map(({ externalWorkCenter: { id, name, code } }) => ({ id, name, code: code ?? null })),
    workCenters.map(({ id, name }) => ({ id, name, externalCode: null })),
  )
}

const KEYS: Readonly<Record<string, LinkAction>> = { '1': 'NEW', '2': 'EXISTING', '3': 'IGNORE' }

/**
 * Returns what a key does in a row of the table: chooses, moves by rows, or opens the list of work centers; null = nothing. Where there is no list,
 * Enter presses the button that has the focus.
 */
export function rowKey(
  key: string,
  chosen: LinkAction | null,
): { readonly action: LinkAction } | { readonly move: -1 | 1 } | 'OPEN' | null {
  const action = KEYS[key]
  if (action !== undefined) return { action }
  if (key === 'ArrowDown') return { move: 1 }
  if (key === 'ArrowUp') return { move: -1 }
  return key === 'Enter' && chosen === 'EXISTING' ? 'OPEN' : null
}

/** Returns a failure as a problem that has a sentence. */
export function failureProblem({ code, params }: { readonly code: string; readonly params: string }): Problem {
  const parsed: unknown = JSON.parse(params)
  return { code, params: typeof parsed === 'object' && parsed !== null ? { ...parsed } : {} }
}

/** An import as far as it says whether anything came. */
export type ToldRun = {
  readonly kind: string
  readonly isByHand: boolean
  readonly error?: unknown
  readonly counts?: { readonly read: number; readonly refused: number } | null | undefined
}

/**
 * Returns imports, the newest first, with those that ran by themselves one after the other and found nothing new together: a quiet night is one line, and
 * what came before it stays in sight.
 */
export function gatherRuns<Run extends ToldRun>(runs: readonly Run[]): readonly (readonly [Run, ...Run[]])[] {
  const groups: [Run, ...Run[]][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group !== undefined && isQuiet(run) && isQuiet(group[0])) group.push(run)
    else groups.push([run])
  }
  return groups
}

function isQuiet({ kind, isByHand, error, counts }: ToldRun): boolean {
  return kind !== 'PREVIEW' && !isByHand && error == null && counts != null && counts.read === 0 && counts.refused === 0
}

type Queued = { readonly id: number; readonly externalCode: string; readonly state: string }

/** Returns whether the message waits until an earlier one of its order is over. */
export function isBehindAnother(message: Queued, messages: readonly Queued[]): boolean {
  const isOver = ({ state }: Queued) => state === 'SENT' || state === 'SKIPPED'
  return (
    message.state === 'WAITING' &&
    messages.some((other) => other.externalCode === message.externalCode && other.id < message.id && !isOver(other))
  )
}

/** A failure as it is handed to somebody who helps. */
export type ToldFailure = {
  /** The integration, its system and its address. */
  readonly about: readonly string[]
  readonly sentence: string
  readonly code: string
  /** JSON: what the failure is told with. */
  readonly params: string
  /** ISO 8601; null = not of a run. */
  readonly at: string | null
  readonly requests: readonly {
    readonly asked: string
    readonly status: number | null
    readonly milliseconds: number
    readonly answer: string | null
    readonly problem: string | null
  }[]
}

/** Returns a failure as a text for who helps: what it is about, its sentence, its code with its values and instant, and a line for each request. */
export function failureText({ about, sentence, code, params, at, requests }: ToldFailure): string {
  return [
    about.filter((one) => one !== '').join(' · '),
    sentence,
    [code, ...(params === '{}' ? [] : [params]), ...(at === null ? [] : [at])].join(' · '),
    ...requests.map(({ asked, status, milliseconds, answer, problem }) =>
      [`${asked} → ${status ?? problem ?? '–'}, ${milliseconds} ms`, ...(answer === null || answer === '' ? [] : [answer])].join(': '),
    ),
  ].join('\n')
}

/** Returns the failed run that an integration failed by, of the newest one; null where it failed otherwise, such as by its setup. */
export function runOfFailure<Run extends { readonly error?: { readonly code: string } | null | undefined }>(
  runs: readonly Run[],
  code: string | undefined,
): Run | null {
  const [run] = runs
  return run?.error?.code === code && code !== undefined ? (run ?? null) : null
}

import type { MineToDoQuery, TodoChecklistFragment, TodoRequestFragment, TodoTaskFragment } from '#web/api/generated/graphql.ts'

/** Something that a person is asked to do; `at` = since when, `wantedBy` = by when somebody wants it done, null = nobody said, ms UTC. */
export type Todo = {
  readonly key: string
  readonly at: number
  readonly wantedBy: number | null
  readonly workCenter: TodoTaskFragment['workCenter']
  /** Whose it is; null = anybody's there. */
  readonly holder: { readonly id: string; readonly fullName: string } | null
} & (
  | { readonly kind: 'CHECKLIST'; readonly checklist: TodoChecklistFragment }
  | { readonly kind: 'REQUEST'; readonly request: TodoRequestFragment }
  | { readonly kind: 'TASK'; readonly task: TodoTaskFragment }
)

/** What operator mode does itself of what is to be done, so that nobody has to leave it. */
export type AtMachine = {
  /** Returns what opens the stop on the screen; null where it is not among those that are shown. */
  readonly openerOf: (lossId: number) => (() => void) | null
  /** Comments that were typed and not sent, by their tasks: they outlive the way back home. */
  readonly comments: { of(taskId: number): string; put(taskId: number, text: string): void }
}

/** By when a task is wanted, as it was typed here over what was stored before; `isSent` once that was taken. */
export type WantedBy = { readonly text: string; readonly isSent: boolean; readonly before: string }

/** Returns by when a task is wanted: as it was typed here, until that is stored or somebody stores another. */
export function shownSaying(typed: WantedBy | null, stored: string): string {
  return typed === null || (typed.isSent && stored !== typed.before) ? stored : typed.text
}

export type TodoPlace = {
  /** null = of no work center. */
  readonly id: number | null
  readonly name: string
  readonly deviceId: string | null
  readonly timeZone: string | null
  readonly todos: readonly Todo[]
}

/** Returns what is asked for, each with whose it is. */
export function todosOf(data: MineToDoQuery | undefined): readonly Todo[] {
  const tasks = (data?.operationalTasks?.items ?? []).map((task): Todo => {
    const { id, timeStart, workCenter, assignee } = task
    const wantedBy = task.wantedBy === null ? null : Date.parse(task.wantedBy)
    return { kind: 'TASK', key: `task/${id}`, at: Date.parse(timeStart), wantedBy, workCenter, holder: assignee, task }
  })
  const checklists = (data?.checklistOccurrences?.items ?? []).map((checklist): Todo => {
    const { id, dueAt, workCenter, startedBy, assignee } = checklist
    return {
      kind: 'CHECKLIST',
      key: `checklist/${id}`,
      at: Date.parse(dueAt),
      wantedBy: null,
      workCenter,
      holder: assignee ?? startedBy,
      checklist,
    }
  })
  const requests = (data?.workRequests?.items ?? []).map((request): Todo => {
    const { id, createdAt, workCenter } = request
    return { kind: 'REQUEST', key: `request/${id}`, at: Date.parse(createdAt), wantedBy: null, workCenter, holder: null, request }
  })
  return [...tasks, ...checklists, ...requests]
}

/** Returns how many things of each kind are asked for and not among those that were sent. */
export function leftOut(data: MineToDoQuery | undefined): readonly { readonly kind: Todo['kind']; readonly count: number }[] {
  const pages = [
    { kind: 'TASK', page: data?.operationalTasks },
    { kind: 'CHECKLIST', page: data?.checklistOccurrences },
    { kind: 'REQUEST', page: data?.workRequests },
  ] as const
  return pages.flatMap(({ kind, page }) => {
    const count = page == null ? 0 : page.totalItems - page.items.length
    return count > 0 ? [{ kind, count }] : []
  })
}

/** Returns who does what is asked for: at a station the person who works there, null where nobody is named (domain.md S-37). */
export function doerOf(
  viewer: { readonly id: string; readonly isStation: boolean },
  acting: { readonly userId: string } | null,
): string | null {
  return viewer.isStation ? (acting?.userId ?? null) : viewer.id
}

/** Returns whether the person is asked: it is theirs, or nobody's and of their team or of none. A station where nobody is named is asked like anybody there. */
export function isMine(todo: Todo, userId: string | null): boolean {
  const { holder } = todo
  if (holder !== null) return holder.id === userId
  return todo.kind !== 'TASK' || userId === null || todo.task.asks
}

/** Returns the ids of the due checklists among what is asked for, the one due first before the others. */
export function checklistIds(todos: readonly Todo[]): readonly number[] {
  const due = todos.flatMap((todo) => (todo.kind === 'CHECKLIST' ? [{ id: todo.checklist.id, at: todo.at }] : []))
  return due.toSorted((left, right) => left.at - right.at).map(({ id }) => id)
}

/** Returns what is asked for by work center, that with the oldest first; within one what is theirs before what is their team's, and that before what is anybody's; of each what is wanted by a time before the rest, the soonest first, then the oldest (domain.md T-12). */
export function todoPlaces(todos: readonly Todo[], userId: string | null): readonly TodoPlace[] {
  const own = (todo: Todo): number => {
    if (todo.holder !== null) return todo.holder.id === userId ? 0 : 3
    return todo.kind === 'TASK' && todo.task.team !== null ? (todo.task.asks ? 1 : 3) : 2
  }
  const places = [...Map.groupBy(todos, ({ workCenter }) => workCenter?.id ?? null)].map(([id, list]): TodoPlace => {
    const place = list[0]?.workCenter ?? null
    return {
      id,
      name: place?.name ?? '',
      deviceId: place?.deviceId ?? null,
      timeZone: place?.timeZone ?? null,
      todos: list.toSorted(
        (left, right) => own(left) - own(right) || byWanted(left, right) || left.at - right.at || left.key.localeCompare(right.key),
      ),
    }
  })
  const oldest = ({ todos: list }: TodoPlace): number => Math.min(...list.map(({ at }) => at))
  return places.toSorted((left, right) => oldest(left) - oldest(right) || left.name.localeCompare(right.name))
}

function byWanted({ wantedBy: left }: Todo, { wantedBy: right }: Todo): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return left - right
}

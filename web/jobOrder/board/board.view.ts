import type { BoardOrderFragment, MoveEffectFragment } from '#web/api/generated/graphql.ts'

type Order = BoardOrderFragment
type Group = { readonly id: number; readonly name: string }
type Place = { readonly id: number; readonly name: string; readonly timeZone: string; readonly group?: Group | null }

/** Where orders stand: at a work center, at one that was archived, from which they only leave, or at none yet. */
export type ColumnKind = 'ARCHIVED' | 'NONE' | 'WORKING'

/** One work center of the board: what is in progress, and its queue in sequence. */
export type BoardColumn = {
  readonly kind: ColumnKind
  readonly place: Place
  readonly running: readonly Order[]
  readonly queue: readonly Order[]
}

/** Stands for no work center. */
export const NO_PLACE = 0

/** Where an order stands or goes: in the queue of the work center, before that many others. */
export type BoardSpot = { readonly placeId: number; readonly index: number }

/**
 * Returns a column of each work center that is shown, group by group, those without orders too, so that an order can be moved there; before them one of the orders without
 * a work center, behind them one of each archived work center that has orders left. There is none while the work centers are not known (null).
 */
export function boardColumns(
  orders: readonly Order[],
  places: readonly Place[] | null,
  shownIds: readonly number[],
): readonly BoardColumn[] {
  if (places === null) return []
  const byPlace = Map.groupBy(orders, ({ workCenterId }) => workCenterId)
  const column = (kind: ColumnKind, place: Place, own: readonly Order[]): BoardColumn => ({
    kind,
    place,
    running: own.filter(({ status }) => status === 'PROGRESS'),
    queue: own.filter(({ status }) => status !== 'PROGRESS'),
  })
  const unplaced = byPlace.get(null) ?? []
  const archived = [...byPlace].flatMap(([id, own]) => {
    const place = own[0]?.workCenter ?? null
    return place === null || places.some((one) => one.id === id) ? [] : [column('ARCHIVED', place, own)]
  })
  return [
    ...(unplaced.length === 0 ? [] : [column('NONE', { id: NO_PLACE, name: '', timeZone: 'UTC' }, unplaced)]),
    ...byGroup(places.filter(({ id }) => shownIds.length === 0 || shownIds.includes(id))).map((place) =>
      column('WORKING', place, byPlace.get(place.id) ?? []),
    ),
    ...archived.toSorted((one, other) => one.place.id - other.place.id),
  ]
}

/** The work centers of a group stand beside each other, the groups by their names, those without one at the end. */
function byGroup(places: readonly Place[]): readonly Place[] {
  const groups = [...Map.groupBy(places, ({ group }) => group?.id ?? null).values()]
  const nameOf = (own: readonly Place[]) => own[0]?.group?.name ?? null
  return groups
    .toSorted((one, other) => {
      const [name, otherName] = [nameOf(one), nameOf(other)]
      if (name === null || otherName === null) return Number(name === null) - Number(otherName === null)
      return name.localeCompare(otherName)
    })
    .flat()
}

/** Returns the columns that are seen: on a phone one alone, that which is chosen, else the first work center's. */
export function seenColumns(
  columns: readonly BoardColumn[],
  { chosen, isPhone }: { readonly chosen: number | null; readonly isPhone: boolean },
): readonly BoardColumn[] {
  if (!isPhone) return columns
  const one = columns.find(({ place }) => place.id === chosen) ?? columns.find(({ kind }) => kind === 'WORKING') ?? columns[0]
  return one === undefined ? [] : [one]
}

/** Returns the effect of the move that the one of this effect would take back. */
export function turnedEffect<Effect extends Pick<MoveEffectFragment, 'changeovers' | 'lateAfter' | 'lateBefore' | 'orders'>>(
  effect: Effect,
): Effect {
  return {
    ...effect,
    lateBefore: effect.lateAfter,
    lateAfter: effect.lateBefore,
    changeovers: effect.changeovers.map((one) => ({ ...one, before: one.after, after: one.before })),
    orders: effect.orders.map((one) => ({ ...one, before: one.after, after: one.before })),
  }
}

/** Returns where the order stands; null for one that is not in a queue. */
export function spotOf(columns: readonly BoardColumn[], id: number): BoardSpot | null {
  for (const { place, queue } of columns) {
    const index = queue.findIndex((order) => order.id === id)
    if (index >= 0) return { placeId: place.id, index }
  }
  return null
}

/** Returns the queue without the order that is to be moved. */
export function waitingAt<One extends { readonly id: number }>(queue: readonly One[], id: number): readonly One[] {
  return queue.filter((order) => order.id !== id)
}

/** Returns behind which order it stands, null = it is the first; undefined = it does not stand in the queue. */
export function standsBehind(queue: readonly { readonly id: number }[], id: number): number | null | undefined {
  const at = queue.findIndex((order) => order.id === id)
  return at < 0 ? undefined : (queue[at - 1]?.id ?? null)
}

/** Returns the board with the order at the spot: what is seen before the server has said so. */
export function movedTo(columns: readonly BoardColumn[], id: number, { placeId, index }: BoardSpot): readonly BoardColumn[] {
  const order = columns.flatMap(({ queue }) => queue).find((one) => one.id === id)
  if (order === undefined) return columns
  const moved = { ...order, workCenterId: placeId === NO_PLACE ? null : placeId }
  return columns.map((column) => {
    const rest = column.queue.filter((one) => one.id !== id)
    return { ...column, queue: column.place.id === placeId ? rest.toSpliced(index, 0, moved) : rest }
  })
}

/** Returns what the order comes right after at the spot; null = it is the first. */
export function afterAt(columns: readonly BoardColumn[], id: number, { placeId, index }: BoardSpot): number | null {
  const queue = columns.find(({ place }) => place.id === placeId)?.queue.filter((one) => one.id !== id) ?? []
  return queue[Math.min(index, queue.length) - 1]?.id ?? null
}

type Behind = { readonly placeId: BoardSpot['placeId']; readonly behind: number | null }

/** Returns the spot right behind the other order, the first for null; null = it is not in that queue any more. */
export function spotBehind(columns: readonly BoardColumn[], id: number, { placeId, behind }: Behind): BoardSpot | null {
  const queue = columns.find(({ place }) => place.id === placeId)?.queue.filter((one) => one.id !== id) ?? []
  const before = queue.findIndex((one) => one.id === behind)
  return behind !== null && before === -1 ? null : { placeId, index: before + 1 }
}

export const BOARD_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] as const
export type BoardKey = (typeof BOARD_KEYS)[number]

/** Returns the spot that a key leads a lifted order to; the same at an edge. */
export function stepped(columns: readonly BoardColumn[], id: number, spot: BoardSpot, key: BoardKey): BoardSpot {
  const at = columns.findIndex(({ place }) => place.id === spot.placeId)
  const lastOf = (column: BoardColumn | undefined) => column?.queue.filter((one) => one.id !== id).length ?? 0
  const within = (index: number): BoardSpot => ({ ...spot, index: Math.min(lastOf(columns[at]), Math.max(0, index)) })
  const beside = (column: BoardColumn | undefined): BoardSpot =>
    column === undefined ? spot : { placeId: column.place.id, index: Math.min(lastOf(column), spot.index) }
  switch (key) {
    case 'ArrowUp':
      return within(spot.index - 1)
    case 'ArrowDown':
      return within(spot.index + 1)
    case 'Home':
      return within(0)
    case 'End':
      return within(Infinity)
    case 'ArrowLeft':
      return beside(columns.findLast(({ kind }, index) => index < at && kind !== 'ARCHIVED'))
    case 'ArrowRight':
      return beside(columns.find(({ kind }, index) => index > at && kind !== 'ARCHIVED'))
  }
}

/** Returns the spot that one step leads an order to from where it stands; null where there is none: at an edge, or where the order is not there. */
export function steppedOnce(columns: readonly BoardColumn[], id: number, key: 'ArrowDown' | 'ArrowUp'): BoardSpot | null {
  const from = spotOf(columns, id)
  if (from === null) return null
  const spot = stepped(columns, id, from, key)
  return spot.index === from.index ? null : spot
}

/** Returns from when to when the order is worked on: by its forecast where there is one, else by scheduled time alone; null where neither is known. */
export function timesOf({
  forecast,
  estimate,
}: Pick<Order, 'estimate' | 'forecast'>): { readonly start: string; readonly end: string } | null {
  if (forecast?.timeStart != null && forecast.timeEnd !== null) return { start: forecast.timeStart, end: forecast.timeEnd }
  return estimate
}

/** Returns when the queue of the column is worked off (ISO 8601), drafts aside; null where that is not known. */
export function busyUntil({ running, queue }: BoardColumn): string | null {
  const ends = [...running, ...queue].filter(({ status }) => status !== 'DRAFT').map((order) => timesOf(order)?.end ?? null)
  if (ends.length === 0 || ends.includes(null)) return null
  return ends.reduce((latest, end) => (latest === null || (end !== null && end > latest) ? end : latest), null)
}

/** Returns whether a key leads a lifted order. */
export function isBoardKey(key: string): key is BoardKey {
  return BOARD_KEYS.some((one) => one === key)
}

import { isOpenRequest, WORK_REQUEST_PATH, WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import type { ListedRequestFragment, WorkRequestsListQueryVariables } from '#web/api/generated/graphql.ts'
import { columnOf, isDescending } from '#web/parts/list/sort.ts'
import type { RequestsSearch } from './requestsSearch.ts'

type Request = ListedRequestFragment
export type RequestMove = Request['moves'][number]

/** So much of a comment is proposed. */
const MOST_COMMENT = 1_000
/** What a cut leaves of a sign of two units. */
const HALF_SIGN = /[\uD800-\uDBFF]$/

/** What the page shows where no status is asked for: all that is not put away. */
export const SHOWN_STATUSES = WORK_REQUEST_STATUSES.filter((status) => status !== 'ARCHIVE' && status !== 'CANCELED')

/**
 * Returns what the page asks of the server. The board and the list of phones are cut after their first requests and have nothing to sort by: they take the
 * order in which what is open comes first, whatever the table was sorted by.
 */
export function requestsQuery(search: RequestsSearch, isBoard = false): Pick<WorkRequestsListQueryVariables, 'filter' | 'order'> {
  const { q, wc, status, mine, late } = search
  const sort = isBoard ? '' : search.sort
  const column = columnOf(sort)
  const field = column === 'created' ? 'CREATED' : column === 'status' ? 'STATUS_SINCE' : 'DUE'
  return {
    filter: {
      statuses: [...(status.length === 0 ? SHOWN_STATUSES : status)],
      ...(q.trim() !== '' && { search: q.trim() }),
      ...(wc.length > 0 && { workCenterIds: [...wc] }),
      ...(mine && { isMine: true }),
      ...(late && { isOverdue: true }),
    },
    order: { field, direction: isDescending(sort) ? 'DESC' : 'ASC' },
  }
}

/** The columns from left to right: what nobody said first, what is put away last. */
const COLUMN_ORDER: readonly WorkRequestStatus[] = ['NONE', ...WORK_REQUEST_PATH.filter((one) => one !== 'ARCHIVE'), 'CANCELED', 'ARCHIVE']

/** A column of the board: a status that is in use, with its requests. */
export type RequestColumn = { readonly status: WorkRequestStatus; readonly requests: readonly Request[] }

/** Returns the columns of the board: the statuses in use, in the order of the way that a request goes. Nothing in the hand moves them under it. */
export function columnsOfBoard(requests: readonly Request[]): readonly RequestColumn[] {
  const by = Map.groupBy(requests, ({ status }) => status)
  return COLUMN_ORDER.flatMap((status) => {
    const own = by.get(status)
    return own === undefined ? [] : [{ status, requests: own }]
  })
}

/** Returns where the request in the hand may go to that has no column. */
export function statusesBeside(columns: readonly RequestColumn[], inHand: Pick<Request, 'moves'> | null): readonly WorkRequestStatus[] {
  return COLUMN_ORDER.filter((status) => moveTo(inHand, status) !== null && !columns.some((column) => column.status === status))
}

/** Returns where the request in the hand goes over the status: where no move leads it stays where it stands. */
export function statusOver(request: Pick<Request, 'moves' | 'status'>, over: WorkRequestStatus | null): WorkRequestStatus {
  return over !== null && moveTo(request, over) !== null ? over : request.status
}

/** Returns the move of the request that leads to the status; null where there is none. */
export function moveTo(request: Pick<Request, 'moves'> | null, status: WorkRequestStatus): RequestMove | null {
  return request?.moves.find((move) => move.status === status) ?? null
}

/**
 * Returns the status that the keys lead a request in the hand to: from where it would go, or stands, to the next that it may go to in the order of the
 * columns; where there is none it stays.
 */
export function steppedTo(request: Pick<Request, 'moves' | 'status'>, from: WorkRequestStatus, step: -1 | 1): WorkRequestStatus {
  const open = COLUMN_ORDER.filter((status) => status === request.status || moveTo(request, status) !== null)
  return open[open.indexOf(from) + step] ?? from
}

/** Returns the requests with those that wait for nobody at the end; else in their order. */
export function openFirst(requests: readonly Request[]): readonly Request[] {
  return [...requests.filter(({ status }) => isOpenRequest(status)), ...requests.filter(({ status }) => !isOpenRequest(status))]
}

/** Returns the next step of the request; null where the viewer may not move it, or where it is to be chosen. */
export function nextStepOf({ moves }: Pick<Request, 'moves'>): RequestMove | null {
  const [first] = moves
  return first?.kind === 'FORWARD' ? first : null
}

/** Of so many places the people are read ahead. */
const MOST_PLACES = 20

/** Returns the places, null = none, of requests that must say next who is responsible, without those that were asked for; at most 20 in all. */
export function placesToAsk(
  requests: readonly Pick<Request, 'moves' | 'responsibleId' | 'workCenterId'>[],
  asked: ReadonlySet<number | null>,
): readonly (number | null)[] {
  const open = requests.filter(
    ({ moves, responsibleId }) => responsibleId === null && moves.some(({ needsResponsible }) => needsResponsible),
  )
  const places = new Set(open.map(({ workCenterId }) => workCenterId)).difference(asked)
  return [...places].slice(0, Math.max(0, MOST_PLACES - asked.size))
}

type Finished = Pick<Request, 'content' | 'status'> & {
  readonly events: readonly { readonly from: WorkRequestStatus | null; readonly to: WorkRequestStatus; readonly comment: string | null }[]
  readonly loss: { readonly comment: string | null } | null
}

/**
 * Returns from the events, the newest first, the comment that a finished request proposes for the stop that it comes from: what was there, what was wrong
 * and what was done at last (domain.md ST-3);
 * null where there is no stop, the work is not done, or the stop says it already.
 */
export function handOverText({ content, status, events, loss }: Finished): string | null {
  if (loss === null || (status !== 'DONE' && status !== 'ARCHIVE')) return null
  const done = events.find(({ from, to }) => to === 'DONE' && from !== to)?.comment?.trim() ?? ''
  const told = done === '' ? content : `${content}: ${done}`
  const known = loss.comment?.trim() ?? ''
  const written = [known, told].filter(Boolean).join('\n').slice(0, MOST_COMMENT).replace(HALF_SIGN, '').trim()
  return known.includes(told) || written === known ? null : written
}

/** From here nothing leads back. */
const ENDS: readonly WorkRequestStatus[] = ['CANCELED', 'ARCHIVE']

/** Returns whether the move needs words, a person or minutes before it is sent, or cannot be taken back. */
export function isAsking(request: Pick<Request, 'responsibleId'>, { status, needsComment, needsResponsible }: RequestMove): boolean {
  return needsComment || status === 'DONE' || ENDS.includes(status) || (needsResponsible && request.responsibleId === null)
}

/** Returns whether the request was due and is still open. */
export function isLate({ dueAt, status }: Pick<Request, 'dueAt' | 'status'>, now: number): boolean {
  return dueAt !== null && Date.parse(dueAt) < now && isOpenRequest(status)
}

/** Returns the request as it will be once the move is sent. */
export function withMove<One extends Pick<Request, 'moves' | 'status'>>(
  request: One,
  move: { readonly id: number; readonly status: WorkRequestStatus } | undefined,
): One {
  return move === undefined ? request : { ...request, status: move.status, moves: [] }
}

/** What the form of a request holds, and of which version. */
type FormRequest = Pick<Request, 'content' | 'dueAt' | 'responsibleId' | 'version' | 'workCenterId'>

/** Returns whether somebody else changed what the form began with; a move changes none of it. */
export function isChangedMeanwhile(begun: FormRequest, latest: FormRequest): boolean {
  const { content, dueAt, responsibleId, workCenterId } = latest
  const isSame =
    begun.content === content && begun.dueAt === dueAt && begun.responsibleId === responsibleId && begun.workCenterId === workCenterId
  return !isSame
}

/** Returns the version that the form saves on: the newest, unless that would write over what somebody else changed. */
export function versionToSave(begun: FormRequest, latest: FormRequest): number {
  return isChangedMeanwhile(begun, latest) ? begun.version : latest.version
}

/** Returns the work center that the form is about: what is chosen, or that of the loss or notification that the request comes from. */
export function placeOfForm(chosen: string, cause: { readonly id: number | null } | null): number | null {
  if (cause !== null) return cause.id
  return chosen === '' ? null : Number(chosen)
}

/** Returns the zone of the clock at the place; without one the other zone. */
export function zoneOfPlace(
  id: number | null,
  places: readonly { readonly id: number; readonly timeZone: string }[],
  other: string,
): string {
  return places.find((place) => place.id === id)?.timeZone ?? other
}

/** Returns the first line of what is asked for. */
export function titleOf({ content }: Pick<Request, 'content'>): string {
  return content.split('\n', 1)[0] ?? content
}

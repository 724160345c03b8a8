import type { Problem } from '#engine/result.ts'
import { DAY_MS } from '#engine/time/durations.ts'

/** Where a work request stands; NONE = nobody said, as of one that came from another system. */
export const WORK_REQUEST_STATUSES = [
  'NONE',
  'ARCHIVE',
  'CANCELED',
  'DONE',
  'EXECUTION',
  'PREPARATION',
  'RESPONSIBLE',
  'DISPATCHER',
  'CREATION',
] as const
export type WorkRequestStatus = (typeof WORK_REQUEST_STATUSES)[number]

/** The way of a request, one step after the other. */
export const WORK_REQUEST_PATH = [
  'CREATION',
  'DISPATCHER',
  'RESPONSIBLE',
  'PREPARATION',
  'EXECUTION',
  'DONE',
  'ARCHIVE',
] as const satisfies readonly WorkRequestStatus[]

/** A request that is done may be taken up again for so long. */
const REOPEN_DAYS = 30

export const WORK_REQUEST_MOVES = ['FORWARD', 'SKIP', 'BACK', 'REOPEN', 'CANCEL', 'PLACE'] as const
/** PLACE = out of NONE; SKIP = forward by more than one step, for who manages losses. */
export type WorkRequestMoveKind = (typeof WORK_REQUEST_MOVES)[number]

/** A move that is open to somebody, and what must be said with it. */
export type WorkRequestMove = {
  readonly kind: WorkRequestMoveKind
  readonly to: WorkRequestStatus
  readonly needsComment: boolean
  readonly needsResponsible: boolean
}

/** Returns whether nobody works on a request there any more; one that is done may be taken up again. */
export function isRequestOver(status: WorkRequestStatus): boolean {
  return status === 'DONE' || status === 'CANCELED' || status === 'ARCHIVE'
}

/** What decides the moves of a request. */
export type MovedRequest = {
  readonly status: WorkRequestStatus
  readonly responsibleId: string | null
  /** When it was done last, UTC ms; null = it was not. */
  readonly doneAt: number | null
}

/** What somebody may do with a request: MANAGE = losses may be managed, MOVE = one's own, NONE. */
export type WorkRequestRight = 'MANAGE' | 'MOVE' | 'NONE'

/** Returns what the person may do with the request (domain.md ST-3): who manages losses may all, others move what they wrote or are responsible for. */
export function rightOnRequest(
  request: { readonly createdBy: string; readonly responsibleId: string | null },
  person: { readonly userId: string; readonly mayUpdate: boolean; readonly mayManage: boolean },
): WorkRequestRight {
  if (person.mayManage) return 'MANAGE'
  const isOwn = request.createdBy === person.userId || request.responsibleId === person.userId
  return person.mayUpdate && isOwn ? 'MOVE' : 'NONE'
}

/** Returns whether work on the request goes on or may begin. */
export function isOpenRequest(status: WorkRequestStatus): boolean {
  return status !== 'DONE' && status !== 'CANCELED' && status !== 'ARCHIVE'
}

/** Returns the moves that are open now, the next step first (domain.md ST-3); of one that needs a responsible person also where there is none yet. */
export function movesOf(request: MovedRequest, right: WorkRequestRight, now: number): readonly WorkRequestMove[] {
  if (right === 'NONE') return []
  return allMoves(request, now).filter(({ kind }) => kind !== 'SKIP' || right === 'MANAGE')
}

/** What somebody asks for. */
export type AskedMove = { readonly to: WorkRequestStatus; readonly comment: string | null; readonly responsibleId: string | null }

/** Returns why the request cannot be moved so, or null (domain.md ST-3). */
export function problemOfRequestMove(request: MovedRequest, asked: AskedMove, right: WorkRequestRight, now: number): Problem | null {
  const { status: from } = request
  const move = allMoves(request, now).find(({ to }) => to === asked.to)
  if (right === 'NONE') return { code: 'WORK_REQUEST_OF_ANOTHER' }
  if (move === undefined && from === 'DONE' && asked.to === 'EXECUTION')
    return { code: 'WORK_REQUEST_TOO_OLD', field: 'status', params: { days: REOPEN_DAYS } }
  const allowed = movesOf(request, right, now)
    .map(({ to }) => to)
    .join(', ')
  if (move === undefined) return { code: 'WORK_REQUEST_MOVE', field: 'status', params: { from, to: asked.to, allowed } }
  if (move.kind === 'SKIP' && right !== 'MANAGE')
    return { code: 'WORK_REQUEST_SKIP', field: 'status', params: { from, to: asked.to, allowed } }
  if (move.needsResponsible && (asked.responsibleId ?? request.responsibleId) === null) return { code: 'REQUIRED', field: 'responsibleId' }
  return move.needsComment && (asked.comment ?? '').trim() === '' ? { code: 'REQUIRED', field: 'comment' } : null
}

function allMoves(request: MovedRequest, now: number): readonly WorkRequestMove[] {
  const { status } = request
  if (status === 'NONE') return [...WORK_REQUEST_PATH, 'CANCELED' as const].map((to) => moveTo(request, 'PLACE', to))
  if (status === 'CANCELED') return [moveTo(request, 'FORWARD', 'ARCHIVE')]
  const at = WORK_REQUEST_PATH.indexOf(status)
  const [next, ...later] = WORK_REQUEST_PATH.slice(at + 1)
  // What is in the archive stays there.
  if (next === undefined) return []
  const before = WORK_REQUEST_PATH[at - 1]
  const isReopened = status === 'DONE'
  const isBackOpen = before !== undefined && (!isReopened || (request.doneAt !== null && now - request.doneAt <= REOPEN_DAYS * DAY_MS))
  return [
    moveTo(request, 'FORWARD', next),
    ...later.map((to) => moveTo(request, 'SKIP', to)),
    ...(isBackOpen ? [moveTo(request, isReopened ? 'REOPEN' : 'BACK', before)] : []),
    ...(isReopened ? [] : [moveTo(request, 'CANCEL', 'CANCELED')]),
  ]
}

function moveTo({ status }: MovedRequest, kind: WorkRequestMoveKind, to: WorkRequestStatus): WorkRequestMove {
  const isFiled = to === 'ARCHIVE' && (status === 'CANCELED' || status === 'NONE')
  const place = WORK_REQUEST_PATH.findIndex((one) => one === to)
  return {
    kind,
    to,
    needsComment: kind === 'BACK' || kind === 'REOPEN',
    needsResponsible: place >= WORK_REQUEST_PATH.indexOf('RESPONSIBLE') && !isFiled,
  }
}

import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { usePointerDrag } from '#web/ui/usePointerDrag.ts'
import { MoveMenu } from './MoveMenu.tsx'
import { openMoves } from './openMoves.ts'
import { RequestFace } from './RequestFace.tsx'
import { CardPhoto } from './RequestPhotos.tsx'
import { useMoveName } from './useMoveName.ts'
import type { RequestMoves } from './useRequestMoves.ts'
import {
  columnsOfBoard,
  isAsking,
  moveTo,
  nextStepOf,
  openFirst,
  statusesBeside,
  statusOver,
  steppedTo,
  titleOf,
} from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type RequestBoardProps = {
  readonly requests: readonly ListedRequestFragment[]
  readonly zone: string
  readonly moves: RequestMoves
  /** One list by due date in place of columns. */
  readonly isPhone: boolean
  readonly onOpen: (id: number) => void
  /** Opens it to write beside it. */
  readonly onWrite: (id: number) => void
}

/** Returns the requests by where they stand, a column a status; on phones one below the other. `j` and `k` walk them, `m` opens the moves, `c` what is written. Beside
 * the menu a card is dragged by its grip, or lifted there by Enter and moved by arrows; while it is in the hand the columns stay, and where else it may go to
 * stands at the far edge of the window. */
export function RequestBoard({ requests, zone, moves, isPhone, onOpen, onWrite }: RequestBoardProps) {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const host = useRef<HTMLDivElement>(null)
  useRowKeys(host, {
    onSelect: () => {},
    letters: new Map([
      ['m', (key: string | null) => key !== null && openMoves(Number(key))],
      ['c', (key: string | null) => key !== null && onWrite(Number(key))],
    ]),
  })
  /** What the keys have lifted, and where it would go. */
  const [lifted, setLifted] = useState<{ readonly id: number; readonly target: WorkRequestStatus } | null>(null)
  const [told, setTold] = useState('')
  /** Whether the card was taken in the lower half of the window: what else it may go to is never under the pointer. */
  const [isLow, setLow] = useState(false)
  // A card that the keys moved takes the focus with it, once it has come where it goes.
  const followed = useRef<{ readonly id: number; readonly target: WorkRequestStatus } | null>(null)
  useLayoutEffect(() => {
    const { id, target } = followed.current ?? {}
    const moved = requests.find((request) => request.id === id)
    if (id === undefined || (moved !== undefined && moved.status !== target)) return
    followed.current = null
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const card = host.current?.querySelector(`[data-row="${id}"]`)
    // What is cancelled or put away is not shown.
    const next = card?.querySelector<HTMLElement>('[aria-pressed]') ?? card?.querySelector('button') ?? host.current
    next?.focus()
  }, [requests])
  const find = (id: number | null) => requests.find((request) => request.id === id) ?? null
  const drop = (id: number, target: WorkRequestStatus): boolean => {
    const request = find(id)
    const move = moveTo(request, target)
    if (request === null || move === null) return false
    moves.start(request, move)
    // Else it goes once what is asked is answered.
    return !isAsking(request, move)
  }
  const drag = usePointerDrag<WorkRequestStatus>((id, x, y) => {
    const name = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset['column']
    const request = find(id)
    return request && statusOver(request, WORK_REQUEST_STATUSES.find((one) => one === name) ?? null)
  }, drop)
  const inHand = find(lifted?.id ?? drag.draggedId)
  const target = lifted?.target ?? drag.target
  const onKey = (request: ListedRequestFragment, key: string, grip: HTMLElement): boolean => {
    if (lifted?.id !== request.id) {
      if (key !== 'Enter' && key !== ' ') return false
      setLow(isInLowerHalf(grip))
      setTold('')
      setLifted({ id: request.id, target: request.status })
      return true
    }
    const putBack = () => setTold(t('drag.putBack', { status: t(`status.${request.status}`) }))
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      setLifted({ id: request.id, target: steppedTo(request, lifted.target, key === 'ArrowLeft' ? -1 : 1) })
    else if (key === 'Enter' || key === ' ') {
      setLifted(null)
      followed.current = { id: request.id, target: lifted.target }
      if (lifted.target === request.status) putBack()
      else if (drop(request.id, lifted.target)) setTold(t('drag.moved', { status: t(`status.${lifted.target}`) }))
    } else if (key === 'Escape') {
      setLifted(null)
      putBack()
    } else return false
    return true
  }
  const grips: GripProps = {
    liftedId: lifted?.id ?? null,
    onGrip: (id, event) => {
      setLow(isInLowerHalf(event.currentTarget))
      drag.onPointerDown(id, event)
    },
    onKey,
    onLeave: () => setLifted(null),
  }
  const card = (request: ListedRequestFragment) => (
    <Card
      key={request.id}
      request={request}
      zone={zone}
      moves={moves}
      grip={isPhone ? null : grips}
      isInHand={inHand?.id === request.id}
      onOpen={() => onOpen(request.id)}
    />
  )
  const columns = columnsOfBoard(requests)
  const beside = isPhone ? [] : statusesBeside(columns, inHand)
  return (
    <div ref={host} tabIndex={-1}>
      {isPhone ? (
        <ul className={classes['cards']}>{openFirst(requests).map(card)}</ul>
      ) : (
        <div className={classes['board']}>
          {columns.map(({ status, requests: own }) => (
            <section
              key={status}
              className={classes['column']}
              aria-label={t(`status.${status}`)}
              data-column={status}
              data-may={moveTo(inHand, status) !== null || undefined}
              data-target={(status === target && status !== inHand?.status) || undefined}
            >
              <h2>
                {t(`status.${status}`)} <span className={classes['muted']}>{format.number(own.length)}</span>
              </h2>
              <ul className={classes['cards']}>{own.map(card)}</ul>
            </section>
          ))}
        </div>
      )}
      {beside.length > 0 && (
        <ul className={classes['beside']} data-top={isLow || undefined} aria-label={t('drag.beside')}>
          {beside.map((status) => (
            <li key={status} data-column={status} data-target={status === target || undefined}>
              {t(`status.${status}`)}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="hidden-text">
        {lifted === null ? told : t('drag.to', { status: t(`status.${lifted.target}`) })}
      </p>
    </div>
  )
}

function isInLowerHalf(grip: HTMLElement): boolean {
  return grip.getBoundingClientRect().top > innerHeight / 2
}

/** How cards are taken by their grips. */
type GripProps = {
  readonly liftedId: number | null
  readonly onGrip: (id: number, event: PointerEvent<HTMLElement>) => void
  /** Returns whether the key meant something. */
  readonly onKey: (request: ListedRequestFragment, key: string, grip: HTMLElement) => boolean
  readonly onLeave: () => void
}

type CardProps = Pick<RequestBoardProps, 'moves' | 'zone'> & {
  readonly request: ListedRequestFragment
  /** Null on phones, where there is one list. */
  readonly grip: GripProps | null
  readonly isInHand: boolean
  readonly onOpen: () => void
}

function Card({ request, zone, moves, grip, isInHand, onOpen }: CardProps) {
  const { t } = useTexts('workRequest')
  const nameOf = useMoveName()
  const next = nextStepOf(request)
  const isWaiting = moves.waiting.some(({ id }) => id === request.id)
  const [firstPhoto] = request.photos
  return (
    <li className={classes['card']} data-row={request.id} data-status={request.status} data-dragged={isInHand || undefined}>
      <div className={classes['head']}>
        {firstPhoto !== undefined && <CardPhoto photo={firstPhoto} />}
        <RequestFace request={request} zone={zone} onOpen={onOpen} />
        <div className={classes['handles']}>
          {grip !== null && request.moves.length > 0 && (
            <button
              type="button"
              className={classes['grip']}
              aria-label={t('drag.grip', { title: titleOf(request) })}
              aria-pressed={grip.liftedId === request.id}
              onPointerDown={(event) => grip.onGrip(request.id, event)}
              onKeyDown={(event) => {
                if (grip.onKey(request, event.key, event.currentTarget)) event.preventDefault()
              }}
              onBlur={grip.onLeave}
            >
              <Icon name="grip" />
            </button>
          )}
          <MoveMenu request={request} onMove={(move) => moves.start(request, move)} />
        </div>
      </div>
      <p className={classes['stands']}>{t(`status.${request.status}`)}</p>
      {isWaiting && <p className={classes['muted']}>{t('notSent')}</p>}
      {next !== null && next.status !== 'ARCHIVE' && (
        <div className={classes['next']}>
          <ActionButton isBusy={moves.busyId === request.id} onClick={() => moves.start(request, next)}>
            {nameOf(next)}
          </ActionButton>
        </div>
      )}
    </li>
  )
}

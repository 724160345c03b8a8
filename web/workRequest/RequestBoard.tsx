import { type PointerEvent, useRef, useState } from 'react'
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
import { RequestFace } from './RequestFace.tsx'
import { useMoveName } from './useMoveName.ts'
import type { RequestMoves } from './useRequestMoves.ts'
import { columnsOfBoard, moveTo, nextStepOf, openFirst, steppedTo, titleOf } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type RequestBoardProps = {
  readonly requests: readonly ListedRequestFragment[]
  readonly zone: string
  readonly moves: RequestMoves
  /** One list by due date in place of columns. */
  readonly isPhone: boolean
  readonly onOpen: (id: number) => void
}

/** Returns the requests by where they stand, a column a status; on phones one below the other. `j` and `k` walk them, `m` opens the moves, `c` what is written. Beside
 * the menu a card is dragged by its grip, or lifted there by Enter and moved by arrows. */
export function RequestBoard({ requests, zone, moves, isPhone, onOpen }: RequestBoardProps) {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const host = useRef<HTMLDivElement>(null)
  useRowKeys(host, {
    onSelect: () => {},
    letters: new Map([
      ['m', (key: string | null) => document.querySelector<HTMLElement>(`[data-row="${key}"] [aria-haspopup="menu"]`)?.click()],
      ['c', (key: string | null) => key !== null && onOpen(Number(key))],
    ]),
  })
  /** What the keys have lifted, and where it would go. */
  const [lifted, setLifted] = useState<{ readonly id: number; readonly target: WorkRequestStatus } | null>(null)
  const find = (id: number | null) => requests.find((request) => request.id === id) ?? null
  const drop = (id: number, target: WorkRequestStatus) => {
    const request = find(id)
    const move = moveTo(request, target)
    if (request !== null && move !== null) moves.start(request, move)
  }
  const drag = usePointerDrag<WorkRequestStatus>((id, x, y) => {
    const name = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset['column']
    const status = WORK_REQUEST_STATUSES.find((one) => one === name) ?? null
    const request = find(id)
    // Back over its own column it goes nowhere.
    return status === null || (status !== request?.status && moveTo(request, status) === null) ? null : status
  }, drop)
  const inHand = find(lifted?.id ?? drag.draggedId)
  const target = lifted?.target ?? drag.target
  const onKey = (request: ListedRequestFragment, key: string): boolean => {
    if (lifted?.id !== request.id) {
      if (key !== 'Enter' && key !== ' ') return false
      setLifted({ id: request.id, target: request.status })
      return true
    }
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      setLifted({ id: request.id, target: steppedTo(request, lifted.target, key === 'ArrowLeft' ? -1 : 1) })
    else if (key === 'Enter' || key === ' ') {
      setLifted(null)
      drop(request.id, lifted.target)
    } else if (key === 'Escape') setLifted(null)
    else return false
    return true
  }
  const grip: GripProps = {
    liftedId: lifted?.id ?? null,
    onGrip: drag.onPointerDown,
    onKey,
    onLeave: () => setLifted(null),
  }
  const card = (request: ListedRequestFragment) => (
    <Card
      key={request.id}
      request={request}
      zone={zone}
      moves={moves}
      grip={isPhone ? null : grip}
      isInHand={inHand?.id === request.id}
      onOpen={() => onOpen(request.id)}
    />
  )
  return (
    <div ref={host}>
      {isPhone ? (
        <ul className={classes['cards']}>{openFirst(requests).map(card)}</ul>
      ) : (
        <div className={classes['board']}>
          {columnsOfBoard(requests, inHand).map(({ status, requests: own }) => (
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
      <p role="status" className="hidden-text">
        {lifted !== null && t('drag.to', { status: t(`status.${lifted.target}`) })}
      </p>
    </div>
  )
}

/** How cards are taken by their grips. */
type GripProps = {
  readonly liftedId: number | null
  readonly onGrip: (id: number, event: PointerEvent<HTMLElement>) => void
  /** Returns whether the key meant something. */
  readonly onKey: (request: ListedRequestFragment, key: string) => boolean
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
  return (
    <li className={classes['card']} data-row={request.id} data-status={request.status} data-dragged={isInHand || undefined}>
      <div className={classes['head']}>
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
                if (grip.onKey(request, event.key)) event.preventDefault()
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

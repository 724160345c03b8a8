import { useRef } from 'react'
import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { MoveMenu } from './MoveMenu.tsx'
import { RequestFace } from './RequestFace.tsx'
import { useMoveName } from './useMoveName.ts'
import type { RequestMoves } from './useRequestMoves.ts'
import { columnsOfBoard, nextStepOf, openFirst } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type RequestBoardProps = {
  readonly requests: readonly ListedRequestFragment[]
  readonly zone: string
  readonly moves: RequestMoves
  /** One list by due date in place of columns. */
  readonly isPhone: boolean
  readonly onOpen: (id: number) => void
}

/** Returns the requests by where they stand, a column a status; on phones one below the other. `j` and `k` walk them, `m` opens the moves, `c` what is written. */
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
  const card = (request: ListedRequestFragment) => (
    <Card key={request.id} request={request} zone={zone} moves={moves} onOpen={() => onOpen(request.id)} />
  )
  return (
    <div ref={host}>
      {isPhone ? (
        <ul className={classes['cards']}>{openFirst(requests).map(card)}</ul>
      ) : (
        <div className={classes['board']}>
          {columnsOfBoard(requests).map(({ status, requests: own }) => (
            <section key={status} className={classes['column']} aria-label={t(`status.${status}`)}>
              <h2>
                {t(`status.${status}`)} <span className={classes['muted']}>{format.number(own.length)}</span>
              </h2>
              <ul className={classes['cards']}>{own.map(card)}</ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

type CardProps = Pick<RequestBoardProps, 'moves' | 'zone'> & { readonly request: ListedRequestFragment; readonly onOpen: () => void }

function Card({ request, zone, moves, onOpen }: CardProps) {
  const { t } = useTexts('workRequest')
  const nameOf = useMoveName()
  const next = nextStepOf(request)
  const isWaiting = moves.waiting.some(({ id }) => id === request.id)
  return (
    <li className={classes['card']} data-row={request.id} data-status={request.status}>
      <div className={classes['head']}>
        <RequestFace request={request} zone={zone} onOpen={onOpen} />
        <MoveMenu request={request} onMove={(move) => moves.start(request, move)} />
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

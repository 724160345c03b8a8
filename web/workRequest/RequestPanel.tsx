import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { mayAskForWork } from '#engine/workRequest/mayUseRequests.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { WorkRequestOpenedDocument, type WorkRequestField, type WorkRequestPlacesQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ConversationProps } from '#web/parts/conversation/Conversation.tsx'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { HandOver } from './HandOver.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { RequestForm } from './RequestForm.tsx'
import { RequestPhotos } from './RequestPhotos.tsx'
import { useMoveName } from './useMoveName.ts'
import type { RequestMoves } from './useRequestMoves.ts'
import { handOverText, nextStepOf, withMove } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

const Conversation = lazyPart<ConversationProps>(() =>
  withTexts('conversation', import('#web/parts/conversation/Conversation.tsx')).then((module) => ({ default: module.Conversation })),
)

const FIELD_NAMES = {
  CONTENT: 'column.content',
  DUE: 'field.due',
  MINUTES: 'field.minutes',
  RESPONSIBLE: 'field.responsible',
  WORK_CENTER: 'column.workCenter',
} as const satisfies Readonly<Record<WorkRequestField, string>>

type RequestPanelProps = {
  /** null = closed. */
  readonly openId: number | 'new' | null
  /** The request that is opened to write beside it. */
  readonly writingId: number | null
  readonly lossId: number | null
  /** The notification that a new one is because of. */
  readonly notificationId: string | null
  /** The work center of what a new one comes from. */
  readonly causePlaceId: number | null
  readonly places: WorkRequestPlacesQuery['workCenters']
  readonly zone: string
  readonly moves: RequestMoves
  readonly onOpen: (id: number) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Returns the drawer of one request, or of a new one. */
export function RequestPanel({ openId, lossId, notificationId, causePlaceId, onClose, ...rest }: RequestPanelProps) {
  const { t } = useTexts('workRequest')
  return (
    <SidePanel
      isOpen={openId !== null}
      onClose={onClose}
      side="right"
      title={t(openId === 'new' ? 'create' : 'title')}
      closeLabel={t('state.close')}
    >
      {openId === 'new' && (
        <RequestForm
          request={null}
          lossId={lossId}
          notificationId={notificationId}
          causePlaceId={causePlaceId}
          places={rest.places}
          zone={rest.zone}
          onCancel={onClose}
          onSaved={(id) => {
            rest.onChanged()
            if (id === null) onClose()
            else rest.onOpen(id)
          }}
        />
      )}
      {openId !== null && openId !== 'new' && <Opened key={openId} {...rest} id={openId} />}
    </SidePanel>
  )
}

function Opened({
  id,
  writingId,
  places,
  zone,
  moves,
  onChanged,
}: Omit<RequestPanelProps, 'causePlaceId' | 'lossId' | 'notificationId' | 'onClose' | 'openId'> & { readonly id: number }) {
  const { t } = useTexts('workRequest')
  const viewer = useViewer()
  const nameOf = useMoveName()
  const [isEditing, setEditing] = useState(false)
  const [result, ask] = useFreshQuery(WorkRequestOpenedDocument, { id }, { workCenterIds: null, kinds: ['workRequest', 'loss'] })
  const answered = result.data?.workRequest
  const waiting = moves.waiting.findLast((move) => move.id === id)
  const request = answered && withMove(answered, waiting)
  const format = useZoneFormat(request?.workCenter?.timeZone ?? zone)
  if (request === undefined) {
    const [problem] = problemsOf(result.error)
    if (!result.error) return <p role="status">{t('state.loading')}</p>
    return problem?.code === 'WORK_REQUEST_NOT_FOUND' ? (
      <EmptyState title={problemText(t, problem)} />
    ) : (
      <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
    )
  }
  const at = (instant: string) => format.dateTime(Date.parse(instant))
  const word = (field: WorkRequestField, text: string | null) => {
    if (text === null) return '–'
    return field === 'DUE' ? at(text) : field === 'MINUTES' ? format.number(Number(text)) : text
  }
  const next = nextStepOf(request)
  const refused = moves.refused?.id === id ? moves.refused.problems : []
  const { loss, dueAt, minutesWorked } = request
  const proposed = loss?.editRefusal === null ? handOverText(request) : null
  const facts: readonly (readonly [string, string])[] = [
    [t('column.workCenter'), request.workCenter?.name ?? t('noPlace')],
    [t('field.responsible'), request.responsible?.fullName ?? t('field.nobody')],
    ...(dueAt === null ? [] : [[t('field.due'), at(dueAt)] as const]),
    ...(minutesWorked === null ? [] : [[t('field.minutes'), format.number(minutesWorked)] as const]),
    [t('column.created'), [at(request.createdAt), request.createdBy?.fullName].filter(Boolean).join(', ')],
    ...(request.reported > 1 ? [[t('column.reported'), t('reported', { count: request.reported })] as const] : []),
  ]
  return (
    <div className={classes['panel']}>
      <p className={classes['stands']}>
        <b>{t(`status.${request.status}`)}</b> · {t('since', { time: at(request.statusSince) })}
      </p>
      {waiting !== undefined && <p className={classes['muted']}>{t('notSent')}</p>}
      <RequestPhotos photos={request.photos} />
      {!isEditing && <p className={classes['content']}>{request.content}</p>}
      {refused.map((problem) => (
        <Alert key={problem.code} className={classes['late']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <div className={classes['acts']}>
        {next !== null && (
          <ActionButton isMain isBusy={moves.busyId === id} onClick={() => moves.start(request, next)}>
            {nameOf(next)}
          </ActionButton>
        )}
        <MoveMenu request={request} onMove={(move) => moves.start(request, move)} />
        {request.isChangeable && (
          <ActionButton isExpanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {t('edit')}
          </ActionButton>
        )}
      </div>
      {isEditing ? (
        <RequestForm
          request={request}
          lossId={null}
          notificationId={null}
          causePlaceId={null}
          places={places}
          zone={zone}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            ask()
            onChanged()
          }}
        />
      ) : (
        <dl className={classes['facts']}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {loss !== null && (
        <p>
          {t(loss.reason === null ? 'loss.open' : 'loss.said', {
            from: at(loss.timeStart),
            reason: loss.reason?.name ?? '',
          })}{' '}
          <Link to="/losses" search={{ range: 'all', id: [loss.id] }}>
            {t('loss.link')}
          </Link>
        </p>
      )}
      {loss !== null && proposed !== null && <HandOver key={loss.version} loss={loss} text={proposed} onDone={ask} />}
      <Suspense>
        <Conversation beside={{ workRequestId: id }} mayWrite={mayAskForWork(viewer)} format={format} takesFocus={writingId === id} />
      </Suspense>
      <section>
        <h3>{t('history')}</h3>
        <ol className={classes['history']}>
          {request.events.map(({ at: instant, from, to, comment, user, changes }) => (
            <li key={`${instant} ${from} ${to}`}>
              <b>{from === null ? t('began') : from === to ? t('changed') : `${t(`status.${from}`)} → ${t(`status.${to}`)}`}</b>
              <span className={classes['muted']}>{[at(instant), user?.fullName].filter(Boolean).join(', ')}</span>
              {comment !== null && <q>{comment}</q>}
              {changes.length > 0 && (
                <ul className={classes['changes']}>
                  {changes.map(({ field, before, after, personBefore, personAfter }) => (
                    <li key={field}>
                      {t(FIELD_NAMES[field])}: {personBefore?.fullName ?? word(field, before)} →{' '}
                      {personAfter?.fullName ?? word(field, after)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

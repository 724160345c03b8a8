import { useQuery } from 'urql'
import { SuggestSequenceDocument, type SuggestSequenceQuery } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useState } from 'react'
import classes from './Board.module.css'
import { EffectLines } from './EffectLines.tsx'

type SuggestedMove = SuggestSequenceQuery['orderSuggestions']['moves'][number]

type SuggestDialogProps = {
  readonly place: { readonly id: number; readonly name: string; readonly timeZone: string }
  /** Moves the order in the queue that the token is of; returns what the server refused, once it has answered. */
  readonly onMove: (move: { readonly id: number; readonly after: number | null; readonly checkToken: string }) => Promise<ApiProblem | null>
  readonly onClose: () => void
}

/** Returns the moves that would make the queue of a work center better: they are accepted one by one, in their sequence. */
export function SuggestDialog({ place, onMove, onClose }: SuggestDialogProps) {
  const { t } = useTexts('board')
  const [{ data, error, fetching }, ask] = useQuery({
    query: SuggestSequenceDocument,
    variables: { workCenterId: place.id },
    requestPolicy: 'network-only',
  })
  const [accepted, setAccepted] = useState<readonly SuggestedMove[]>([])
  /** The answer of which the first move is made: the next one is of the queue as it is then. */
  const [used, setUsed] = useState<SuggestSequenceQuery | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const [problem] = problemsOf(error)
  const offered = data?.orderSuggestions.moves ?? []
  const moves = [...accepted, ...(data === used ? offered.slice(1) : offered)]
  const done = accepted.length
  const accept = async (move: SuggestedMove) => {
    if (data === undefined || move.jobOrder === null) return
    setMoving(true)
    const { checkToken } = data.orderSuggestions
    const asked = { id: move.jobOrder.id, after: move.after?.id ?? null, checkToken }
    const answer = await onMove(asked).finally(() => setMoving(false))
    setRefused(answer)
    if (answer === null) {
      setUsed(data)
      setAccepted((before) => [...before, move])
    }
    // The moves that follow were found for another queue.
    ask({ requestPolicy: 'network-only' })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('suggest.title', { place: place.name })} closeLabel={t('state.close')} isWide>
      {refused !== null && <Alert className={classes['refused']}>{problemText(t, refused)}</Alert>}
      {error !== undefined ? (
        <PanelError
          title={problem === undefined ? t('state.wrong') : problemText(t, problem)}
          retryLabel={t('state.retry')}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        />
      ) : data === undefined ? (
        <p role="status">{t('state.loading')}</p>
      ) : moves.length === 0 ? (
        <p>{t('suggest.none')}</p>
      ) : (
        <ol className={classes['suggestions']}>
          {moves.map((move, index) => {
            const { jobOrder, after, effect } = move
            return (
              <li key={index} data-done={index < done || undefined}>
                <div>
                  <b>
                    {after === null
                      ? t('suggest.top', { code: jobOrder?.orderCode ?? '' })
                      : t('suggest.behind', { code: jobOrder?.orderCode ?? '', after: after.orderCode })}
                  </b>
                  <EffectLines effect={effect} zone={place.timeZone} />
                </div>
                {index < done ? (
                  <span>{t('suggest.done')}</span>
                ) : (
                  <ActionButton
                    isMain={index === done}
                    isBusy={index === done && isMoving}
                    isDisabled={index !== done || jobOrder === null || fetching}
                    onClick={() => {
                      if (!isMoving) void accept(move)
                    }}
                  >
                    {t('suggest.accept')}
                  </ActionButton>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </Dialog>
  )
}

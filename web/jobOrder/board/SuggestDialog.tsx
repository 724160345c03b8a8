import { useQuery } from 'urql'
import { SuggestSequenceDocument } from '#web/api/generated/graphql.ts'
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

type SuggestDialogProps = {
  readonly place: { readonly id: number; readonly name: string; readonly timeZone: string }
  /** Returns what the server refused, once it has answered. */
  readonly onMove: (id: number, after: number | null) => Promise<ApiProblem | null>
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
  const [done, setDone] = useState(0)
  const [isMoving, setMoving] = useState(false)
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const [problem] = problemsOf(error)
  const moves = data?.orderSuggestions.moves ?? []
  const accept = async (id: number, after: number | null) => {
    setMoving(true)
    const answer = await onMove(id, after).finally(() => setMoving(false))
    setRefused(answer)
    if (answer === null) return setDone((before) => before + 1)
    // The moves that follow were found for another queue.
    setDone(0)
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
      ) : fetching || data === undefined ? (
        <p role="status">{t('state.loading')}</p>
      ) : moves.length === 0 ? (
        <p>{t('suggest.none')}</p>
      ) : (
        <ol className={classes['suggestions']}>
          {moves.map(({ jobOrder, after, effect }, index) => (
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
                  isDisabled={index !== done || jobOrder === null}
                  onClick={() => {
                    if (jobOrder !== null && !isMoving) void accept(jobOrder.id, after?.id ?? null)
                  }}
                >
                  {t('suggest.accept')}
                </ActionButton>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

import { useQuery } from 'urql'
import { SuggestSequenceDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useState } from 'react'
import classes from './Board.module.css'
import { EffectLines } from './EffectLines.tsx'

type SuggestDialogProps = {
  readonly place: { readonly id: number; readonly name: string; readonly timeZone: string }
  readonly onMove: (id: number, after: number | null) => void
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
  const [problem] = problemsOf(error)
  const moves = data?.orderSuggestions.moves ?? []
  return (
    <Dialog isOpen onClose={onClose} title={t('suggest.title', { place: place.name })} closeLabel={t('state.close')} isWide>
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
                  isDisabled={index !== done || jobOrder === null}
                  onClick={() => {
                    if (jobOrder === null) return
                    onMove(jobOrder.id, after?.id ?? null)
                    setDone(index + 1)
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

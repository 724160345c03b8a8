import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import { MoveOrderOnBoardDocument, OrderBoardDocument, PreviewMoveDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { KEYED } from '../keyed.ts'
import classes from './Board.module.css'
import { standsBehind, waitingAt } from './board.view.ts'
import { EffectLines } from './EffectLines.tsx'

export type MoveDialogProps = {
  readonly order: { readonly id: number; readonly orderCode: string; readonly workCenterId: number | null }
  readonly places: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[]
  readonly onMoved: () => void
  readonly onClose: () => void
}

/** Returns the question where an order is to stand: what each place would do is told before it is moved there. */
export function MoveDialog({ order, places, onMoved, onClose }: MoveDialogProps) {
  const { t } = useTexts('board')
  const [placeId, setPlace] = useState((places.find(({ id }) => id === order.workCenterId) ?? places[0])?.id ?? 0)
  /** Behind which order it goes, null = to the top; undefined = where it stands, or elsewhere at the end. */
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  const variables = useMemo(() => ({ workCenterIds: [placeId] }), [placeId])
  const [{ data: board }, askQueue] = useFreshQuery(
    OrderBoardDocument,
    variables,
    { workCenterIds: [placeId], kinds: ['order'] },
    { requestPolicy: 'cache-and-network' },
  )
  const queue = board?.jobOrdersPages.items.filter(({ workCenterId, status }) => workCenterId === placeId && status !== 'PROGRESS')
  const others = waitingAt(queue ?? [], order.id)
  const now = queue === undefined ? undefined : standsBehind(queue, order.id)
  const after = chosen === undefined ? (now ?? others.at(-1)?.id ?? null) : chosen
  const isThere = now !== undefined && now === after
  const [preview, ask] = useQuery({
    query: PreviewMoveDocument,
    variables: { id: order.id, workCenterId: placeId, after },
    requestPolicy: 'network-only',
    pause: queue === undefined || isThere,
  })
  const move = useChange(MoveOrderOnBoardDocument, KEYED)
  const told = isThere || preview.fetching ? null : (preview.data?.previewJobOrderMove ?? null)
  const [problem] = [...move.problems, ...(isThere ? [] : problemsOf(preview.error))]
  const zone = places.find(({ id }) => id === placeId)?.timeZone ?? 'UTC'
  const save = async () => {
    if (told === null) return
    const elsewhere = placeId === order.workCenterId ? {} : { workCenterId: placeId }
    const { data } = await move.run({ id: order.id, after, checkToken: told.checkToken, ...elsewhere })
    if (data !== null) {
      showToast(t('move.done', { code: order.orderCode }))
      onMoved()
      return onClose()
    }
    // Somebody else was faster: what it would do now is told before it is asked for again.
    askQueue()
    ask({ requestPolicy: 'network-only' })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('move.title', { code: order.orderCode })} closeLabel={t('state.close')}>
      <SelectField
        name="place"
        label={t('place')}
        value={String(placeId)}
        options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => {
          move.forget()
          setChosen(undefined)
          setPlace(Number(value))
        }}
      />
      <SelectField
        name="after"
        label={t('move.position')}
        value={after === null ? '' : String(after)}
        options={[
          { value: '', label: t('toTop') },
          ...others.map(({ id, orderCode, product }) => ({
            value: String(id),
            label: t('move.behind', { code: product === null ? orderCode : `${orderCode} · ${product.name}` }),
          })),
        ]}
        onChange={(value) => {
          move.forget()
          setChosen(value === '' ? null : Number(value))
        }}
      />
      <div className={classes['told']} role="status">
        {isThere ? (
          <p>{t('move.there')}</p>
        ) : told === null ? (
          problem === undefined && <p>{t('state.loading')}</p>
        ) : (
          <>
            <EffectLines effect={told.effect} zone={zone} />
            {told.misfits.map((misfit) => (
              <p key={misfit} className={classes['help']}>
                {t(`misfit.${misfit}`)}
              </p>
            ))}
          </>
        )}
      </div>
      {problem !== undefined && <Alert className={classes['refused']}>{problemText(t, problem)}</Alert>}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('move.cancel')}</ActionButton>
        <ActionButton isMain isBusy={move.isBusy} isDisabled={told === null} onClick={() => void save()}>
          {t('suggest.accept')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

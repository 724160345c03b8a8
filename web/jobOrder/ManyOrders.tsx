import { useState } from 'react'
import { CancelOrdersDocument, MoveOrdersDocument, PlanOrdersDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ListAction } from '#web/parts/list/table/SelectionBar.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { KEYED } from './keyed.ts'
import { OrderRefusal } from './OrderRefusal.tsx'
import { type ManyOrder, type ManyResult, resultOf } from './many.view.ts'

type ManyAct = 'CANCEL' | 'MOVE' | 'PLAN'
type Asked = { readonly act: ManyAct; readonly orders: readonly ManyOrder[] }

export type ManyOrdersState = ReturnType<typeof useManyOrders>

/** Returns what can be done with several orders at once, and the question or answer that is shown. */
export function useManyOrders(onChanged: () => void) {
  const { t } = useTexts('jobOrder')
  const [plan, cancel, move] = [
    useChange(PlanOrdersDocument, KEYED),
    useChange(CancelOrdersDocument, KEYED),
    useChange(MoveOrdersDocument, KEYED),
  ]
  const [asked, setAsked] = useState<Asked | null>(null)
  const [told, setTold] = useState<(ManyResult & { readonly act: ManyAct }) | null>(null)
  const [failure, setFailure] = useState<ApiProblem | null>(null)
  const run = async ({ act, orders }: Asked, workCenterId: number | null) => {
    const ids = orders.map(({ id }) => id)
    const { data, problems } =
      act === 'PLAN'
        ? await plan.run({ ids })
        : act === 'CANCEL'
          ? await cancel.run({ ids })
          : await move.run({ ids, workCenterId: workCenterId ?? 0 })
    setFailure(problems[0] ?? null)
    if (data === null) return
    setTold({ act, ...resultOf(orders, data.done) })
    setAsked(null)
    onChanged()
  }
  const actions: readonly ListAction<ManyOrder>[] = [
    { key: 'plan', label: t('many.PLAN.do'), isMain: true, run: (orders) => void run({ act: 'PLAN', orders }, null) },
    { key: 'move', label: t('many.MOVE.do'), run: (orders) => setAsked({ act: 'MOVE', orders }) },
    { key: 'cancel', label: t('many.CANCEL.do'), isDanger: true, run: (orders) => setAsked({ act: 'CANCEL', orders }) },
  ]
  return {
    actions,
    asked,
    told,
    failure,
    isBusy: plan.isBusy || cancel.isBusy || move.isBusy,
    run,
    close: () => {
      setAsked(null)
      setTold(null)
      setFailure(null)
    },
  }
}

type ManyOrdersProps = {
  readonly many: ManyOrdersState
  readonly places: readonly { readonly id: number; readonly name: string }[]
  /** Of what stands at no work center. */
  readonly zone: string
}

/** Returns the question before something is done with several orders, and afterwards what became of each that it was not done with. */
export function ManyOrders({ many, places, zone }: ManyOrdersProps) {
  const { t } = useTexts('jobOrder')
  const { asked, told, failure, isBusy } = many
  const [place, setPlace] = useState('')
  const count = asked?.orders.length ?? 0
  return (
    <Dialog
      isOpen={asked !== null || told !== null || failure !== null}
      onClose={many.close}
      title={
        asked !== null
          ? t(`many.${asked.act}.title`, { count })
          : told !== null
            ? t(`many.${told.act}.done`, { count: told.doneCount })
            : ''
      }
      closeLabel={t('state.close')}
    >
      {failure !== null && <Alert>{problemText(t, failure)}</Alert>}
      {asked?.act === 'CANCEL' && <p>{t('confirmHelp.CANCEL')}</p>}
      {asked?.act === 'MOVE' && (
        <SelectField
          name="place"
          label={t('column.workCenter')}
          value={place}
          placeholder={t('many.choosePlace')}
          options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setPlace}
        />
      )}
      {told !== null && told.refused.length > 0 && (
        <>
          <p>{t('many.refused', { count: told.refused.length })}</p>
          <ul>
            {told.refused.map(({ id, orderCode, problem, ...refused }) => (
              <li key={id}>
                <b>{orderCode}</b>: <OrderRefusal problem={problem} zone={refused.zone ?? zone} />
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        {asked === null ? (
          <ActionButton isMain onClick={many.close}>
            {t('state.close')}
          </ActionButton>
        ) : (
          <>
            <ActionButton onClick={many.close}>{t('form.cancel')}</ActionButton>
            <ActionButton
              isMain
              isDanger={asked.act === 'CANCEL'}
              isBusy={isBusy}
              isDisabled={asked.act === 'MOVE' && place === ''}
              onClick={() => void many.run(asked, Number(place))}
            >
              {t(`many.${asked.act}.do`)}
            </ActionButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

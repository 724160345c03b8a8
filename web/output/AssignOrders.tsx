import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import {
  AssignOrdersDocument,
  LastActOfOrderDocument,
  type ListedOutputFragment,
  OrdersForOutputDocument,
} from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { type Assigned, AssignedBar } from './AssignedBar.tsx'
import { whyNotAssigned } from './output.view.ts'
import classes from './OutputPage.module.css'

type AssignOrdersProps = {
  /** None = nothing is asked. */
  readonly outputs: readonly ListedOutputFragment[]
  readonly zone: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Returns the dialog that says which order made the output: the likeliest ahead. */
export function AssignOrders({ outputs, ...rest }: AssignOrdersProps) {
  const { t } = useTexts('output')
  const [first] = outputs
  const why = whyNotAssigned(outputs)
  const [assigned, setAssigned] = useState<Assigned | null>(null)
  return (
    <>
      <Dialog isOpen={first !== undefined} onClose={rest.onClose} title={t('assign.title')} closeLabel={t('state.close')}>
        {first !== undefined &&
          (why !== null ? (
            <>
              <p>
                {why === 'SEVERAL_PLACES'
                  ? t('assign.severalPlaces')
                  : why === 'COUNTING'
                    ? t('assign.counting')
                    : why === 'ARCHIVED'
                      ? t('panel.archived')
                      : t('panel.shiftConfirmed')}
              </p>
              <DialogActions>
                <ActionButton onClick={rest.onClose}>{t('state.close')}</ActionButton>
              </DialogActions>
            </>
          ) : (
            <Choice {...rest} outputs={outputs} first={first} onAssigned={setAssigned} />
          ))}
      </Dialog>
      <AssignedBar assigned={assigned} onUndone={rest.onDone} onClose={() => setAssigned(null)} />
    </>
  )
}

type ChoiceProps = AssignOrdersProps & { readonly first: ListedOutputFragment; readonly onAssigned: (assigned: Assigned) => void }

function Choice({ outputs, first, zone, onClose, onDone, onAssigned }: ChoiceProps) {
  const client = useClient()
  const { t } = useTexts('output')
  const format = useZoneFormat(first.workCenter?.timeZone ?? zone)
  const [{ data, error }, ask] = useQuery({
    query: OrdersForOutputDocument,
    variables: { id: first.id },
    requestPolicy: 'network-only',
  })
  const [orderId, setOrderId] = useState<number | null>(null)
  const hasOrders = outputs.some(({ productionOrders }) => productionOrders.length > 0)
  const [isReplacing, setReplacing] = useState(hasOrders)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  // What is done for one order is not sent again at the next try.
  const [done, setDone] = useState<readonly number[]>([])
  const change = useChange(AssignOrdersDocument, KEYED)
  const orders = data?.availableJobOrderForOutputIIoT
  const save = async () => {
    if (orderId === null) return
    setBusy(true)
    // One after the other, each an act of its own: what is done stays where a later one is refused.
    const assigned: number[] = []
    const left = outputs.filter(({ id }) => !done.includes(id))
    const stopped = await assignAll(left, async ({ id }) => {
      const { problems } = await change.run({ outputIIoTId: id, jobOrderIds: [orderId], replace: isReplacing && hasOrders })
      if (problems[0] === undefined) assigned.push(id)
      return problems[0] ?? null
    })
    setDone([...done, ...assigned])
    setBusy(false)
    setRefused(stopped)
    onDone()
    if (stopped !== null) return
    const code = orders?.find(({ id }) => id === orderId)?.orderCode ?? ''
    // Each output is an act of its own: several are not taken back by one tap.
    if (outputs.length > 1) showToast(t('assign.done', { code }))
    else {
      const { data: told } = await client.query(LastActOfOrderDocument, { id: orderId }, { requestPolicy: 'network-only' }).toPromise()
      const last = told?.jobOrder.events[0]
      onAssigned({ code, eventId: last?.kind === 'ASSIGNED' ? last.id : null })
    }
    onClose()
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (orderId !== null && !isBusy) void save()
      }}
    >
      <p className={classes['muted']}>{t('assign.help', { count: outputs.length })}</p>
      {error !== undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask()} />}
      {orders === undefined && error === undefined && <p role="status">{t('state.loading')}</p>}
      {orders?.length === 0 && <p role="status">{t('assign.none')}</p>}
      {orders !== undefined && orders.length > 0 && (
        <fieldset className={classes['choices']}>
          <legend>{t('assign.which')}</legend>
          {orders.map(({ id, orderCode, product, planStart }) => (
            <label key={id} className={classes['choice']}>
              <input type="radio" name="order" checked={orderId === id} disabled={done.length > 0} onChange={() => setOrderId(id)} />
              <b>{orderCode}</b>
              <span className={classes['muted']}>
                {[product?.name, planStart === null ? null : format.dateTime(Date.parse(planStart))].filter(Boolean).join(' · ')}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {hasOrders && <CheckField name="replace" label={t('assign.replace')} isChecked={isReplacing} onChange={setReplacing} />}
      {refused !== null && (
        <p role="alert" className={classes['problem']}>
          {outputs.length > 1 &&
            `${t('assign.stopped', { done: done.length, count: outputs.length, name: format.dateTime(Date.parse(refused.output.timeStart)) })}. `}
          <Explained>{problemText(t, refused.problem, format)}</Explained>
        </p>
      )}
      {refused !== null && <ConfirmedShiftLink problems={[refused.problem]} />}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('cancelForm')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={isBusy} isDisabled={orderId === null}>
          {t('assign.open')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

/** The output at which assigning stopped, and why. */
type Refused = { readonly output: ListedOutputFragment; readonly problem: ApiProblem }

/** Returns which of them was refused and why, up to which all are done; null where all are. */
async function assignAll(
  outputs: readonly ListedOutputFragment[],
  assign: (output: ListedOutputFragment) => Promise<ApiProblem | null>,
): Promise<Refused | null> {
  const [next, ...others] = outputs
  if (next === undefined) return null
  const problem = await assign(next)
  return problem === null ? assignAll(others, assign) : { output: next, problem }
}

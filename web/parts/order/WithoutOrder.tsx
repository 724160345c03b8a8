import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  AssignOrderHereDocument,
  OrdersOfOutputDocument,
  OutputWithoutOrderDocument,
  type PanelOrderFragment,
} from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { countedWithout, type OutputWithout } from './orderPanel.view.ts'
import classes from './OrderPanel.module.css'
import { useCome } from './panelPlace.ts'

type WithoutOrderProps = {
  readonly workCenterId: number
  readonly shiftStart: number | null
  readonly isLarge: boolean
  /** Those that come next. */
  readonly next: readonly PanelOrderFragment[]
  /** Starts the order as of the instant. */
  readonly onStart: (order: PanelOrderFragment, at: string) => void
  /** null = the person may not confirm output. */
  readonly onConfirm: (() => void) | null
  readonly onChanged: () => void
  readonly onCome: () => void
}

/** Returns what the machine counted in the shift while no order was in progress, with the way to say which order it was; nothing where there is none. */
export function WithoutOrder({ workCenterId, shiftStart, isLarge, next, onConfirm, onCome, ...props }: WithoutOrderProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const unitName = useUnitName()
  const [assigning, setAssigning] = useState<OutputWithout | null>(null)
  const variables = useMemo(() => ({ workCenterId }), [workCenterId])
  const [result] = useFreshQuery(OutputWithoutOrderDocument, variables, { workCenterIds: [workCenterId], kinds: ['order', 'output'] })
  useCome(result.data !== undefined || result.error !== undefined, onCome)
  // What still counts goes on with an order that is started: who may start none is offered none.
  const startable = next.filter(({ allowedActions }) => allowedActions.includes('START'))
  const found = countedWithout(result.data?.outputIIoTsPages.items ?? [], shiftStart)
  return (
    <>
      {found.length > 0 && (
        <div className={classes['list']}>
          <h3>{t('without.title')}</h3>
          <ul className={classes['next']}>
            {found.map((one) => {
              const [from, until] = [
                format.time(Date.parse(one.timeStart)),
                one.timeEnd === null ? null : format.time(Date.parse(one.timeEnd)),
              ]
              const value = format.number(one.totalOutput)
              return (
                <li key={one.id} className={classes['waitingOrder']}>
                  <p className={classes['head']}>
                    <b>
                      {value} {one.measurementUnit === null ? '' : unitName(one.measurementUnit)}
                    </b>
                    <span className={classes['muted']}>
                      {until === null ? t('since', { time: from }) : t('without.range', { from, until })}
                    </span>
                  </p>
                  {(until === null ? startable.length > 0 : onConfirm !== null) && (
                    <div className={classes['acts']}>
                      <button type="button" onClick={() => setAssigning(one)}>
                        <Icon name="edit" size={20} />
                        {t('without.assign')}
                      </button>
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
          {onConfirm !== null && (
            <button type="button" className={classes['all']} onClick={onConfirm}>
              {t('without.confirm')}
            </button>
          )}
        </div>
      )}
      <Dialog
        isOpen={assigning !== null}
        onClose={() => setAssigning(null)}
        isLarge={isLarge}
        title={t('without.which')}
        closeLabel={t('state.close')}
      >
        {assigning !== null && (
          <Assign key={assigning.id} output={assigning} onClose={() => setAssigning(null)} next={startable} {...props} />
        )}
      </Dialog>
    </>
  )
}

type AssignProps = Pick<WithoutOrderProps, 'next' | 'onChanged' | 'onStart'> & {
  readonly output: OutputWithout
  readonly onClose: () => void
}

/** What still counts goes on with the order that is started as of its begin; what is over is given to the order. */
function Assign({ output, next, onStart, onChanged, onClose }: AssignProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const isOver = output.timeEnd !== null
  const [{ data, error }, ask] = useQuery({ query: OrdersOfOutputDocument, variables: { id: output.id }, pause: !isOver })
  const change = useChange(AssignOrderHereDocument, KEYED)
  const choices = isOver ? (data?.availableJobOrderForOutputIIoT ?? null) : next
  const choose = async (id: number) => {
    const order = isOver ? undefined : next.find((one) => one.id === id)
    if (order !== undefined) {
      onStart(order, output.timeStart)
      return onClose()
    }
    const said = { outputIIoTId: output.id, jobOrderIds: [id], actingUserId: actingUserId(), requestKey: newRequestKey() }
    if ((await change.run(said)).problems.length > 0) return
    onChanged()
    onClose()
  }
  if (error !== undefined && choices === null)
    return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask()} />
  const [problem] = change.problems
  return (
    <div className={classes['began']}>
      {choices === null && <p role="status">{t('state.loading')}</p>}
      {choices?.length === 0 && <p className={classes['muted']}>{t('none')}</p>}
      <div className={classes['acts']}>
        {choices?.map(({ id, orderCode, product }) => (
          <button key={id} type="button" disabled={change.isBusy} onClick={() => void choose(id)}>
            {[orderCode, product?.name].filter(Boolean).join(' · ')}
          </button>
        ))}
      </div>
      {problem !== undefined && <Alert className={classes['refused']}>{problemText(t, problem, format)}</Alert>}
    </div>
  )
}

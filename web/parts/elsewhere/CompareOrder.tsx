import { useMemo } from 'react'
import { useQuery } from 'urql'
import { CompareOrderDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { COMPARED, differencesOf, placeOf } from './compare.view.ts'
import type { Compared, OurOrder, TheirOrder } from './compare.view.ts'
import classes from './Elsewhere.module.css'

export type CompareOrderProps = {
  readonly integrationId: string
  /** Of the integration. */
  readonly name: string
  readonly jobOrderId: number
  readonly orderCode: string
  readonly onClose: () => void
}

/** Returns one order as the other system has it, asked just now, beside what it is here; what differs is marked by a sign and a word (U-100). */
export function CompareOrder({ integrationId, name, jobOrderId, orderCode, onClose }: CompareOrderProps) {
  const { t } = useTexts('elsewhere')
  const format = useFormat()
  const variables = useMemo(() => ({ integrationId, jobOrderId }), [integrationId, jobOrderId])
  // Never asked by itself again: it is another system that is asked.
  const [{ data, error }] = useQuery({ query: CompareOrderDocument, variables, requestPolicy: 'network-only' })
  const [problem] = problemsOf(error)
  const theirs = data?.externalJobOrders[0]
  const differs = data === undefined || theirs === undefined ? null : differencesOf(data.jobOrder, theirs, data.workCentersLinks)
  const number = (value: number | null) => (value === null ? null : numberText(value, format.locale))
  const time = (instant: string | null) => (instant === null ? null : format.dateTime(Date.parse(instant)))
  const product = (code: string | null | undefined, title: string | null | undefined) => [code, title].filter(Boolean).join(' · ') || null
  const oursOf = (ours: OurOrder, key: Compared): string | null => {
    switch (key) {
      case 'status':
        return t(`compare.status.${ours.status}`)
      case 'product':
        return product(ours.product?.sku, ours.product?.name)
      case 'plannedQuantity':
        return number(ours.planOutput)
      case 'made':
        return number(ours.acceptedOutput)
      case 'unit':
        return ours.measurementUnit?.shortName ?? null
      case 'workCenter':
        return ours.workCenter?.name ?? null
      case 'planStart':
        return time(ours.planStart)
      case 'planEnd':
        return time(ours.planEnd)
    }
  }
  const theirsOf = (order: TheirOrder, key: Compared): string | null => {
    switch (key) {
      case 'status':
        return order.externalStatus
      case 'product':
        return product(order.productCode, order.productName)
      case 'plannedQuantity':
        return number(order.plannedQuantity)
      case 'made':
        return number(order.madeQuantity)
      case 'unit':
        return order.unit
      case 'workCenter': {
        const linked = placeOf(order, data?.workCentersLinks ?? [])
        const there = order.workCenterName ?? order.workCenterCode
        return there === null || linked === undefined || linked.name === there ? there : `${there} (${linked.name})`
      }
      case 'planStart':
        return time(order.planStart)
      case 'planEnd':
        return time(order.planEnd)
    }
  }
  return (
    <Dialog isOpen isWide title={t('compare.title', { code: orderCode })} closeLabel={t('state.close')} onClose={onClose}>
      <div className={classes['compare']} aria-live="polite">
        {data === undefined && error === undefined && <p>{t('compare.asking', { name })}</p>}
        {error !== undefined && <Alert>{problem === undefined ? t('state.wrong') : problemText(t, problem)}</Alert>}
        {data !== undefined && theirs === undefined && <p>{t('compare.none', { name })}</p>}
        {data !== undefined && theirs !== undefined && (
          <>
            <p>
              {differs === null || differs.size === 0 ? t('compare.same') : t('compare.differs', { count: differs.size })}{' '}
              <span className={classes['muted']}>{theirs.code}</span>
            </p>
            <table className={classes['sides']}>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="hidden-text">{t('compare.what')}</span>
                  </th>
                  <th scope="col">{t('compare.theirs', { name })}</th>
                  <th scope="col">{t('compare.ours')}</th>
                </tr>
              </thead>
              <tbody>
                {COMPARED.map((key) => {
                  const isOther = differs?.has(key) === true
                  return (
                    <tr key={key} data-differs={isOther || undefined}>
                      <th scope="row">
                        {t(`compare.key.${key}`)}
                        {isOther && (
                          <>
                            {' '}
                            <span aria-hidden>≠</span>
                            <span className="hidden-text">{t('compare.other')}</span>
                          </>
                        )}
                      </th>
                      <td>{theirsOf(theirs, key) ?? t('compare.untold')}</td>
                      <td>{oursOf(data.jobOrder, key) ?? '–'}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </>
        )}
      </div>
    </Dialog>
  )
}

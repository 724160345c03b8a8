import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import {
  BatchesOfItemDocument,
  CoverConsumptionDocument,
  UncoveredListDocument,
  type UncoveredListQuery,
} from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { useChange } from '#web/api/useChange.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { KEYED } from '#web/api/keyed.ts'
import classes from './Stock.module.css'

type Consumption = UncoveredListQuery['uncoveredConsumptions'][number]

type UncoveredProps = { readonly workCenterId: number | null; readonly mayCover: boolean; readonly onChanged: () => void }

/** Returns the material that output took and no batch covers, each waiting for a person to name one; nothing where there is none. */
export function Uncovered({ workCenterId, mayCover, onChanged }: UncoveredProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const unitName = useUnitName()
  const [open, setOpen] = useState<Consumption | null>(null)
  const [result, ask] = useFreshQuery(
    UncoveredListDocument,
    useMemo(() => ({ workCenterIds: workCenterId === null ? null : [workCenterId] }), [workCenterId]),
    { workCenterIds: null, kinds: ['stock', 'output'] },
  )
  const found = result.data?.uncoveredConsumptions ?? []
  if (found.length === 0) return null
  return (
    <section className={classes['notice']} aria-labelledby="uncovered">
      <h2 id="uncovered">{t('uncovered.title')}</h2>
      <ul className={classes['list']}>
        {found.map((one) => (
          <li key={one.id}>
            <span className={classes['lines']}>
              <span>
                <b>{one.item?.name ?? '—'}</b> · {numberText(one.quantity, format.locale, true)}{' '}
                {one.measurementUnit && unitName(one.measurementUnit)}
              </span>
              <span className={classes['muted']}>
                {[one.workCenter?.name, one.jobOrder?.orderCode, format.dateTime(Date.parse(one.createdOn))].filter(Boolean).join(' · ')}
              </span>
            </span>
            {mayCover && (
              <ActionButton onClick={() => setOpen(one)}>
                {t('uncovered.cover')}
                <span className="hidden-text"> {one.item?.name}</span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      <Dialog isOpen={open !== null} onClose={() => setOpen(null)} title={t('uncovered.choose')} closeLabel={t('state.close')}>
        {open !== null && (
          <Batches
            key={open.id}
            consumption={open}
            onCovered={() => {
              setOpen(null)
              ask()
              onChanged()
            }}
          />
        )}
      </Dialog>
    </section>
  )
}

function Batches({ consumption, onCovered }: { readonly consumption: Consumption; readonly onCovered: () => void }) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const unitName = useUnitName()
  const cover = useChange(CoverConsumptionDocument, KEYED)
  const itemId = consumption.item?.id ?? 0
  const [result] = useQuery({
    query: BatchesOfItemDocument,
    variables: useMemo(() => ({ itemIds: [itemId] }), [itemId]),
    requestPolicy: 'network-only',
  })
  const batches = result.data?.batches.items ?? []
  if (result.data === undefined) return <p role="status">{t('state.loading')}</p>
  return (
    <div className={classes['form']}>
      {batches.length === 0 && <p>{t('uncovered.none')}</p>}
      <ul className={classes['list']}>
        {batches.map(({ id, code, balance }) => (
          <li key={id}>
            <span>
              <b>{code}</b> · {numberText(balance, format.locale, true)}{' '}
              {consumption.measurementUnit && unitName(consumption.measurementUnit)}
            </span>
            <ActionButton
              isBusy={cover.sent?.batchId === id}
              onClick={() => {
                void cover.run({ id: consumption.id, batchId: id }).then(({ data }) => {
                  if (data !== null) onCovered()
                })
              }}
            >
              {t('uncovered.take')}
              <span className="hidden-text"> {code}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
      {cover.problems.map((problem) => (
        <Alert key={problem.code} className={classes['danger']}>
          {problemText(t, problem)}
        </Alert>
      ))}
    </div>
  )
}

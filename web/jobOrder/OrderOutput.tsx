import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { mayConfirmOutput } from '#engine/output/mayConfirmOutput.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type ListedConfirmationFragment, type ListedOutputFragment, OrderOutputDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import { PostingDetails } from '#web/parts/posting/PostingDetails.tsx'
import classes from '#web/parts/posting/Posting.module.css'
import { mayConfirm, type Posting, postingsIn, whyNotNow } from '#web/parts/posting/posting.view.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { Format } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { OpenedOrder } from './jobOrderForm.view.ts'

const ConfirmHere = lazyPart<ConfirmHereProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ConfirmHere.tsx')).then((module) => ({ default: module.ConfirmHere })),
)

/** So many stretches and rows are listed; the page of the output has the others. */
const SIZE = 50

export type OrderOutputProps = {
  readonly order: OpenedOrder
  /** Of the plant. */
  readonly format: Format
  readonly onChanged: () => void
}

/** Returns what the machine counted for the order and what people confirmed of it, each with what can be done about it, the newest first. */
export function OrderOutput({ order, format, onChanged }: OrderOutputProps) {
  const { t } = useTexts('output')
  const viewer = useViewer()
  const { id } = order
  const [result, ask] = useFreshQuery(
    OrderOutputDocument,
    useMemo(() => ({ id, size: SIZE }), [id]),
    { workCenterIds: null, kinds: ['order', 'output', 'shift'] },
  )
  const [sheet, setSheet] = useState<ListedOutputFragment | 'CLOSED' | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const { data, error } = result
  if (data === undefined) {
    const [problem] = problemsOf(error)
    if (!error) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  const changed = () => {
    ask()
    onChanged()
  }
  const { outputIIoTsPages: counted, outputConfirmationsPages: confirmed } = data
  const mayAct = mayConfirmOutput(viewer)
  const asked = sheet === 'CLOSED' ? null : sheet
  return (
    <>
      <section className={classes['section']} aria-labelledby={`counted-${id}`}>
        <h3 id={`counted-${id}`}>{t('tab.device')}</h3>
        {counted.items.length === 0 && <p className={classes['muted']}>{t('empty.device')}</p>}
        <ul className={classes['list']}>
          {counted.items.map((output) => (
            <Counted key={output.id} output={output} format={format} onConfirm={mayAct ? () => setSheet(output) : null} />
          ))}
        </ul>
        {counted.hasNext && (
          <Link to="/output" search={{ order: [id] }} className={classes['link']}>
            {t('order.allCounted')}
          </Link>
        )}
      </section>
      <section className={classes['section']} aria-labelledby={`confirmed-${id}`}>
        <h3 id={`confirmed-${id}`}>{t('tab.confirmations')}</h3>
        {confirmed.items.length === 0 && <p className={classes['muted']}>{t('empty.confirmations')}</p>}
        <ul className={classes['list']}>
          {whole(postingsIn(confirmed.items), confirmed.hasNext).map((posting) => (
            <Confirmed
              key={posting.id}
              posting={posting}
              format={format}
              isOpen={openId === posting.id}
              onOpen={setOpenId}
              onChanged={changed}
            />
          ))}
        </ul>
        {confirmed.hasNext && (
          <Link to="/output" search={{ tab: 'confirmations', order: [id] }} className={classes['link']}>
            {t('order.allConfirmed')}
          </Link>
        )}
      </section>
      {sheet !== null && (
        <Suspense>
          <ConfirmHere
            workCenterId={asked?.workCenterId ?? order.workCenterId ?? 0}
            jobOrderId={asked === null ? null : id}
            segmentIds={asked === null ? null : [asked.id]}
            place={asked?.workCenter?.name ?? ''}
            onClose={() => setSheet('CLOSED')}
            onChanged={changed}
          />
        </Suspense>
      )}
    </>
  )
}

type CountedProps = {
  readonly output: ListedOutputFragment
  readonly format: Format
  /** Null for those who may not. */
  readonly onConfirm: (() => void) | null
}

/** Returns the postings of which every row is listed: where there are more rows, those of the last one may lie beyond. */
function whole<Row>(postings: readonly Posting<Row>[], hasNext: boolean): readonly Posting<Row>[] {
  return hasNext && postings.length > 1 ? postings.slice(0, -1) : postings
}

/** A stretch that the machine counted: when, how much, and what of it is confirmed. */
function Counted({ output, format, onConfirm }: CountedProps) {
  const { t } = useTexts('output')
  const own = useFormat()
  const unitName = useUnitName()
  const { confirmation, measurementUnit, rejectedOutput, shift, timeEnd, timeStart, totalOutput, workCenter } = output
  const start = Date.parse(timeStart)
  const when = `${format.dateTime(start)} – ${timeEnd === null ? t('counting') : format.time(Date.parse(timeEnd))}`
  const why = whyNotNow(output)
  const sum = Math.round((confirmation.confirmed.total + confirmation.unconfirmed.total) * 1000) / 1000
  return (
    <li>
      <span className={classes['lines']}>
        <Link
          to="/output"
          search={{ segment: [output.id], order: output.productionOrders.map(({ id }) => id) }}
          className={classes['link']}
        >
          {when}
        </Link>
        <span className={classes['muted']}>{[shift?.name ?? t('noShift'), workCenter?.name].filter(Boolean).join(' · ')}</span>
        <span>
          {own.number(totalOutput)} {measurementUnit === null ? '' : unitName(measurementUnit)}
          {rejectedOutput > 0 && ` · ${own.number(rejectedOutput)} ${t('rejectedShort')}`}
          {' · '}
          {output.isConfirmed
            ? t('order.confirmed', { value: own.number(confirmation.confirmed.total) })
            : t('order.confirmedPart', { value: own.number(confirmation.confirmed.total), sum: own.number(sum) })}
        </span>
        {why === 'SHIFT_CONFIRMED' && !output.isConfirmed && <span className={classes['muted']}>{t('leftOut.SHIFT_CONFIRMED')}</span>}
      </span>
      {onConfirm !== null && mayConfirm(output) && <ActionButton onClick={onConfirm}>{t('confirm.open')}</ActionButton>}
    </li>
  )
}

type ConfirmedProps = {
  readonly posting: Posting<ListedConfirmationFragment>
  readonly format: Format
  readonly isOpen: boolean
  readonly onOpen: (postingId: number | null) => void
  readonly onChanged: () => void
}

/** What was confirmed in one act: how much, by whom and when; opened, all of it with the ways to put it right. */
function Confirmed({ posting: { id, first, accepted, rejected }, format, isOpen, onOpen, onChanged }: ConfirmedProps) {
  const { t } = useTexts('output')
  const own = useFormat()
  return (
    <li data-off={(first.type === 'CANCELED' && !isOpen) || undefined}>
      <span className={classes['lines']}>
        <button type="button" className={classes['name']} aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : id)}>
          {rejected > 0
            ? t('units.both', { accepted: own.number(accepted), rejected: own.number(rejected) })
            : t('units.accepted', { accepted: own.number(accepted) })}
        </button>
        <span className={classes['muted']}>
          {[
            first.isAutomatic ? t('automatic') : (first.operator?.fullName ?? t('nobody')),
            format.dateTime(Date.parse(first.createdOn)),
            ...(first.type === 'CANCELED' ? [t(first.correctedBy === null ? 'rowState.CANCELED' : 'rowState.CORRECTED')] : []),
          ].join(' · ')}
        </span>
      </span>
      {isOpen && (
        <div className={classes['within']}>
          <PostingDetails id={id} zone={format.timeZone} onOpen={onOpen} onChanged={onChanged} />
        </div>
      )}
    </li>
  )
}

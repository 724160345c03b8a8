import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { dateOf } from '#engine/time/zoneDates.ts'
import type { ListedOutputFragment, OeeFactor } from '#web/api/generated/graphql.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { WhyThisNumberProps } from '#web/parts/why/WhyThisNumber.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { CorrectCount } from './CorrectCount.tsx'
import { isArchived, mayConfirm } from '#web/parts/posting/posting.view.ts'
import { isOpenToEdits, stopsOf } from './output.view.ts'
import { PostingsOfOutput } from './PostingsOfOutput.tsx'
import classes from '#web/parts/posting/Posting.module.css'

const Why = lazyPart<WhyThisNumberProps>(() =>
  import('#web/parts/why/WhyThisNumber.tsx').then(({ WhyThisNumber }) => ({ default: WhyThisNumber })),
)

/** Shown before and after it on the timeline. */
const AROUND_MS = 30 * 60_000

type OutputPanelProps = {
  readonly isOpen: boolean
  readonly output: ListedOutputFragment | null
  /** No such output is there any more, or it is not to be seen. */
  readonly isUnknown: boolean
  /** Asks again for output that could not be read; null = it was. */
  readonly onRetry: (() => void) | null
  readonly zone: string
  readonly mayAct: boolean
  readonly onConfirm: (output: ListedOutputFragment) => void
  readonly onAssign: (output: ListedOutputFragment) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Returns the drawer of counted output: its counts, its orders, what was confirmed of it, and what can be put right. */
export function OutputPanel({ isOpen, output, isUnknown, onRetry, onClose, ...rest }: OutputPanelProps) {
  const { t } = useTexts('output')
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} side="right" title={t('panel.title')} closeLabel={t('state.close')}>
      {output !== null && <Details key={output.id} {...rest} output={output} />}
      {output === null && onRetry !== null && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={onRetry} />}
      {output === null && onRetry === null && !isUnknown && <p role="status">{t('state.loading')}</p>}
      {output === null && onRetry === null && isUnknown && <EmptyState title={t('panel.gone')} text={t('panel.goneHelp')} />}
    </SidePanel>
  )
}

/** The losses of the dates that the output touches, at its work center. */
function LossesLink({
  output: { workCenterId, workCenter, shift, timeStart, timeEnd, lossesCount },
}: {
  readonly output: ListedOutputFragment
}) {
  const own = useFormat()
  const zone = workCenter?.timeZone ?? own.timeZone
  const from = shift?.shiftDate ?? dateOf(zone, Date.parse(timeStart))
  const to = shift?.shiftDate ?? dateOf(zone, Date.parse(timeEnd ?? timeStart))
  return (
    <Link to="/losses" search={{ range: 'dates', from, to, wc: [workCenterId] }} className={classes['link']}>
      {own.number(lossesCount)}
    </Link>
  )
}

type DetailsProps = Omit<OutputPanelProps, 'isOpen' | 'isUnknown' | 'onClose' | 'onRetry' | 'output'> & {
  readonly output: ListedOutputFragment
}

function Details({ output, zone, mayAct, onConfirm, onAssign, onChanged }: DetailsProps) {
  const { t } = useTexts('output')
  const own = useFormat()
  const unitName = useUnitName()
  const format = useZoneFormat(output.workCenter?.timeZone ?? zone)
  const [isCounting, setCounting] = useState(false)
  const [factor, setFactor] = useState<OeeFactor | null>(null)
  const { confirmation, countedOutput, measurementUnit, productionOrders, shift, timeEnd, workCenter } = output
  const unit = measurementUnit === null ? '' : unitName(measurementUnit)
  const [start, end] = [Date.parse(output.timeStart), timeEnd === null ? null : Date.parse(timeEnd)]
  const signed = (value: number) => `${value > 0 ? '+' : ''}${own.number(value)}`
  const units = (value: number) => `${own.number(value)} ${unit}`
  const waiting = [
    units(confirmation.unconfirmed.total),
    ...(output.lateOutput > 0 ? [t('late', { units: units(output.lateOutput) })] : []),
    ...(output.movedOutput > 0 ? [t('moved', { units: units(output.movedOutput) })] : []),
  ].join(' · ')
  const stops = stopsOf(output)
  const mayEdit = mayAct && isOpenToEdits(output)
  const isUntouched = confirmation.confirmed.total === 0 && !output.isClosed
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('column.place'), workCenter?.name ?? '—'],
    [t('column.time'), `${format.dateTime(start)} – ${end === null ? t('counting') : format.dateTime(end)}`],
    [t('column.shift'), shift === null ? t('noShift') : <ShiftLink key="shift" shift={shift} />],
    [
      t('column.counted'),
      countedOutput === null ? (
        units(output.totalOutput)
      ) : (
        <>
          <s className={classes['struck']}>{own.number(countedOutput)}</s> {units(output.totalOutput)}
        </>
      ),
    ],
    [t('column.accepted'), units(output.acceptedOutput)],
    [t('column.rejected'), units(output.rejectedOutput)],
    [t('column.confirmed'), units(confirmation.confirmed.total)],
    ...(output.isConfirmed && output.difference !== 0 ? [[t('column.difference'), `${signed(output.difference)} ${unit}`] as const] : []),
    ...(confirmation.unconfirmed.total > 0 ? [[t('unconfirmed'), waiting] as const] : []),
    ...(output.averageSpeed === null ? [] : [[t('column.speed'), t('perMinute', { value: own.number(output.averageSpeed) })] as const]),
    ...(stops.count === 0 ? [] : [[t('column.stops'), t('stops', { count: stops.count, time: own.duration(stops.ms) })] as const]),
    [t('column.losses'), output.lossesCount === 0 ? own.number(0) : <LossesLink key="losses" output={output} />],
  ]
  return (
    <div className={classes['panel']}>
      {isArchived(output) && (
        <p role="status" className={classes['archived']}>
          {t('panel.archived')}
        </p>
      )}
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {output.corrections.length > 0 && (
        <section className={classes['section']}>
          <h3>{t('count.made')}</h3>
          <ul className={classes['list']}>
            {output.corrections.map(({ acceptedOutput, rejectedOutput, comment, createdBy, createdOn }) => (
              <li key={createdOn}>
                {`${createdBy?.fullName ?? '—'}, ${format.dateTime(Date.parse(createdOn))}: `}
                {t('count.by', { accepted: signed(acceptedOutput), rejected: signed(rejectedOutput), unit })}
                {' · '}
                {comment}
              </li>
            ))}
          </ul>
        </section>
      )}
      {shift?.status === 'CONFIRMED' && <p role="status">{t('panel.shiftConfirmed')}</p>}
      {output.automaticProblem !== null && !output.isConfirmed && (
        <p role="status" className={classes['left']}>
          {t('panel.leftToPeople')} {problemText(t, { code: output.automaticProblem })}
        </p>
      )}
      {mayEdit && (
        <div className={classes['acts']}>
          {mayConfirm(output) && (
            <ActionButton isMain onClick={() => onConfirm(output)}>
              {t('confirm.open')}
            </ActionButton>
          )}
          {end !== null && <ActionButton onClick={() => onAssign(output)}>{t('assign.open')}</ActionButton>}
          {isUntouched && (
            <ActionButton isExpanded={isCounting} onClick={() => setCounting(!isCounting)}>
              {t('count.open')}
            </ActionButton>
          )}
        </div>
      )}
      {isCounting && isUntouched && (
        <CorrectCount
          output={output}
          unit={unit}
          onStale={onChanged}
          onDone={() => {
            setCounting(false)
            onChanged()
          }}
        />
      )}
      <section className={classes['section']}>
        <h3>{t('column.orders')}</h3>
        {productionOrders.length === 0 && <p className={classes['muted']}>{t('noOrder')}</p>}
        <ul className={classes['list']}>
          {productionOrders.map(({ id, orderCode, product }) => (
            <li key={id}>
              <Link to="/job-orders" search={{ id: [id] }} className={classes['link']}>
                {product === null ? orderCode : `${orderCode} · ${product.name}`}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <PostingsOfOutput output={output} zone={zone} />
      <div className={classes['acts']}>
        {workCenter?.deviceId != null && (
          <Link
            to="/boxes/$deviceId"
            params={{ deviceId: workCenter.deviceId }}
            search={{
              tab: 'history',
              from: new Date(start - AROUND_MS).toISOString(),
              to: new Date((end ?? start) + AROUND_MS).toISOString(),
              at: new Date(start).toISOString(),
            }}
            className={classes['link']}
          >
            {t('panel.timeline')}
          </Link>
        )}
        {shift !== null && (
          <ActionButton isExpanded={factor !== null} onClick={() => setFactor(factor === null ? 'PERFORMANCE' : null)}>
            {t('why.title')}
          </ActionButton>
        )}
      </div>
      {factor !== null && shift !== null && (
        <Suspense>
          <Why
            workCenterId={output.workCenterId}
            shiftStart={Date.parse(shift.timeStart)}
            unit={unit}
            factor={factor}
            onFactor={setFactor}
            onFollow={() => setFactor(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function ShiftLink({ shift }: { readonly shift: NonNullable<ListedOutputFragment['shift']> }) {
  if (shift.id === null) return shift.name
  return (
    <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.id) }} className={classes['link']}>
      {shift.name}
    </Link>
  )
}

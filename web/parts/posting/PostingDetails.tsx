import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { mayReadIntegrations } from '#engine/integration/mayIntegrate.ts'
import { mayCorrectOutput } from '#engine/output/mayConfirmOutput.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OpenedPostingDocument, type OpenedPostingQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ElsewhereProps } from '#web/parts/elsewhere/Elsewhere.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { isArchived, unitsOf } from './posting.view.ts'
import classes from './Posting.module.css'
import { PostingForm } from './PostingForm.tsx'
import type { PostingLabelsProps } from './PostingLabels.tsx'
import { labelsOf } from './postingLabels.view.ts'

const PostingLabels = lazyPart<PostingLabelsProps>(() =>
  import('./PostingLabels.tsx').then((module) => ({ default: module.PostingLabels })),
)

const Elsewhere = lazyPart<ElsewhereProps>(() =>
  withTexts('elsewhere', import('#web/parts/elsewhere/Elsewhere.tsx')).then((module) => ({ default: module.Elsewhere })),
)

export type PostingDetailsProps = {
  readonly id: number
  readonly zone: string
  readonly onOpen: (postingId: number) => void
  readonly onChanged: () => void
}

/** Returns what was confirmed in one act: its rows, by whom and when, what it stands for, and the ways to put it right. */
export function PostingDetails({ id, zone, onOpen, onChanged }: PostingDetailsProps) {
  const { t } = useTexts('output')
  const [result, ask] = useFreshQuery(OpenedPostingDocument, { id }, { workCenterIds: null, kinds: ['output'] })
  const rows = result.data?.outputConfirmations
  if (rows === undefined) {
    const [problem] = problemsOf(result.error)
    if (!result.error) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  const [first] = rows
  if (first === undefined) return <EmptyState title={t('posting.gone')} text={t('panel.goneHelp')} />
  return (
    <Details
      rows={rows}
      first={first}
      zone={zone}
      onOpen={onOpen}
      onChanged={() => {
        ask()
        onChanged()
      }}
    />
  )
}

type Row = OpenedPostingQuery['outputConfirmations'][number]
type DetailsProps = Pick<PostingDetailsProps, 'onChanged' | 'onOpen' | 'zone'> & { readonly rows: readonly Row[]; readonly first: Row }

function Details({ rows, first, zone, onOpen, onChanged }: DetailsProps) {
  const { t } = useTexts('output')
  const own = useFormat()
  const unitName = useUnitName()
  const viewer = useViewer()
  const format = useZoneFormat(first.workCenter?.timeZone ?? zone)
  const [asked, setAsked] = useState<'CANCEL' | 'CORRECT' | null>(null)
  const { jobOrder, operator, isAutomatic, corrects, correctedBy, canceledBy, canceledOn, cancelComment } = first
  const unit = jobOrder?.measurementUnit == null ? '' : unitName(jobOrder.measurementUnit)
  const units = unitsOf(rows)
  const [isPrinting, setPrinting] = useState(false)
  const endPrinting = useCallback(() => setPrinting(false), [])
  const labels = first.type === 'CANCELED' ? [] : labelsOf(rows, (value) => `${own.number(value)} ${unit}`.trim())
  const at = (instant: string) => format.dateTime(Date.parse(instant))
  const mayAct = first.type === 'CONFIRMED' && !isArchived(first) && mayCorrectOutput(viewer, operator?.id ?? null)
  const speed = (value: number | null) => (value === null ? '—' : t('perMinute', { value: own.number(value) }))
  const reasons = [...new Set(rows.flatMap(({ losses }) => losses.map(({ reason }) => reason?.name ?? '')))].filter(Boolean)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('column.place'), first.workCenter?.name ?? '—'],
    [
      t('column.order'),
      jobOrder === null ? (
        t('noOrder')
      ) : (
        <Link key="order" to="/job-orders" search={{ id: [jobOrder.id] }} className={classes['link']}>
          {jobOrder.product === null ? jobOrder.orderCode : `${jobOrder.orderCode} · ${jobOrder.product.name}`}
        </Link>
      ),
    ],
    [t('column.accepted'), `${own.number(units.accepted)} ${unit}`],
    [t('column.rejected'), `${own.number(units.rejected)} ${unit}`],
    ...(first.overPlanBy === null ? [] : [[t('posting.overPlan'), `${own.number(first.overPlanBy)} ${unit}`] as const]),
    ...(reasons.length === 0 ? [] : [[t('column.reasons'), reasons.join(', ')] as const]),
    [t('posting.speeds'), `${speed(first.calculatedSpeed)} (${speed(first.sensorSpeed)})`],
    [t('column.by'), `${isAutomatic ? t('automatic') : (operator?.fullName ?? t('nobody'))}, ${at(first.createdOn)}`],
    ...(first.comment === null ? [] : [[t('column.comment'), first.comment] as const]),
    ...(canceledOn === null
      ? []
      : [
          [
            t('rowState.CANCELED'),
            [canceledBy?.fullName ?? t('nobody'), at(canceledOn), cancelComment].filter(Boolean).join(', '),
          ] as const,
        ]),
  ]
  const consumptions = rows.flatMap((row) => row.consumptions)
  return (
    <div className={classes['panel']}>
      {isArchived(first) && (
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
      <div className={classes['acts']}>
        {corrects !== null && <ActionButton onClick={() => onOpen(corrects)}>{t('posting.before')}</ActionButton>}
        {correctedBy !== null && <ActionButton onClick={() => onOpen(correctedBy)}>{t('posting.after')}</ActionButton>}
        {labels.length > 0 && <ActionButton onClick={() => setPrinting(true)}>{t('posting.label', { count: labels.length })}</ActionButton>}
        {mayAct && (
          <ActionButton isMain isExpanded={asked === 'CORRECT'} onClick={() => setAsked(asked === 'CORRECT' ? null : 'CORRECT')}>
            {t('postingAct.CORRECT')}
          </ActionButton>
        )}
        {mayAct && (
          <ActionButton isDanger isExpanded={asked === 'CANCEL'} onClick={() => setAsked(asked === 'CANCEL' ? null : 'CANCEL')}>
            {t('postingAct.CANCEL')}
          </ActionButton>
        )}
      </div>
      {isPrinting && (
        <Suspense>
          <PostingLabels labels={labels} onPrinted={endPrinting} />
        </Suspense>
      )}
      {asked !== null && (
        <PostingForm
          key={asked}
          act={asked}
          rows={rows}
          first={first}
          unit={unit}
          onDone={(next) => {
            setAsked(null)
            onChanged()
            if (next !== null) onOpen(next)
          }}
        />
      )}
      {jobOrder !== null && jobOrder.elsewhere.length > 0 && (
        <Suspense>
          <Elsewhere
            elsewhere={jobOrder.elsewhere}
            format={format}
            mayOpen={mayReadIntegrations(viewer)}
            order={null}
            onChanged={onChanged}
          />
        </Suspense>
      )}
      <section className={classes['section']}>
        <h3>{t('posting.rows')}</h3>
        <ul className={classes['list']}>
          {rows.map((row) => (
            <li key={row.id} data-off={row.type === 'CANCELED' || undefined}>
              <span>
                {own.number(row.output)} {unit} · {t(`type.${row.outputType}`)}
                {row.batchCode !== null && ` · ${row.batchCode}`}
                {row.container !== null && ` · ${row.container.code}`}
              </span>
              <span className={classes['muted']}>
                {t('posting.sensor', { value: own.number(row.sensorValue), time: at(row.batchTime) })}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {consumptions.length > 0 && (
        <section className={classes['section']}>
          <h3>{t('posting.consumed')}</h3>
          <ul className={classes['list']}>
            {consumptions.map(({ id, quantity, item, batch, isUncovered, measurementUnit }) => (
              <li key={id}>
                <span>
                  {item?.name} · {own.number(quantity)} {measurementUnit === null ? '' : unitName(measurementUnit)}
                </span>
                <span className={isUncovered ? classes['attention'] : classes['muted']}>
                  {isUncovered ? t('posting.uncovered') : batch?.code}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

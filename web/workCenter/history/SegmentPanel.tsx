import { HOUR_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OutputOfShiftDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusColor } from '#web/parts/statusStyle.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { ordersIn } from './historySpans.ts'
import { isoPeriod } from './historyWindow.ts'
import classes from './SegmentPanel.module.css'
import type { History } from './useHistory.ts'

/** Up to here output is counted minute by minute. */
const MINUTES_UP_TO_MS = 12 * HOUR_MS

type SegmentPanelProps = {
  readonly workCenterId: number
  readonly machine: string
  readonly span: StatusSpan
  readonly history: History
  readonly unit: string
  readonly now: number
  /** Null where its reason may not be given. */
  readonly onReason: (() => void) | null
  readonly onShowOnly: () => void
  readonly onStep: (direction: -1 | 1) => void
}

/** Returns everything about one segment: status, reason with author and time, orders, output, and links to its neighbours. */
export function SegmentPanel({ workCenterId, machine, span, history, unit, now, onReason, onShowOnly, onStep }: SegmentPanelProps) {
  const { t } = useTexts('history')
  const format = useFormat()
  const texts = useSpanTexts()
  const until = span.end ?? now
  const loss = span.loss === undefined ? undefined : history.losses.find(({ id }) => id === span.loss?.id)
  const reason = texts.reasonOf(span)
  const orders = ordersIn(history.orders, { from: span.start, to: until })
  const shift = history.shifts.find(({ from, to }) => from <= span.start && span.start < to)
  const bucketSeconds = until - span.start <= MINUTES_UP_TO_MS ? 60 : 3600
  const period = { from: span.start, to: Math.max(span.start + 1000, until) }
  const [output] = useFreshQuery(
    OutputOfShiftDocument,
    { workCenterId, period: isoPeriod(period), bucketSeconds },
    { workCenterIds: [workCenterId], kinds: ['output', 'order'], period },
  )
  const buckets = output.data?.outputChart ?? null
  const sum = (of: 'totalOutput' | 'rejectedOutput') => (buckets ?? []).reduce((total, bucket) => total + bucket[of], 0)
  return (
    <div className={classes['panel']}>
      <p className={classes['name']}>
        <span style={{ color: statusColor(span.style, span.color) }}>
          <StatusIcon style={span.style} size={20} />
        </span>
        {machine}
        <span className={classes['steps']}>
          <StepButton label={t('segment.previous')} icon="back" onClick={() => onStep(-1)} />
          <StepButton label={t('segment.next')} icon="forward" onClick={() => onStep(1)} />
        </span>
      </p>
      {reason !== null && <p className={classes['reason']}>{reason}</p>}
      <dl className={classes['facts']}>
        <Fact name={t('column.from')}>{`${format.date(span.start)}, ${format.timeWithSeconds(span.start)}`}</Fact>
        <Fact name={t('column.to')}>
          {span.end === null ? t('timeline.ongoing') : `${format.date(span.end)}, ${format.timeWithSeconds(span.end)}`}
        </Fact>
        <Fact name={t('column.duration')}>{format.duration(until - span.start)}</Fact>
        {shift !== undefined && <Fact name={t('segment.shift')}>{shift.name}</Fact>}
        {orders.length > 0 && <Fact name={t('lane.order')}>{orders.map(({ code }) => code).join(', ')}</Fact>}
        <Fact name={t('segment.output', { unit })}>
          {buckets === null
            ? '…'
            : t('segment.outputValue', { total: format.number(sum('totalOutput')), rejected: format.number(sum('rejectedOutput')) })}
        </Fact>
        {loss?.comment != null && <Fact name={t('column.comment')}>{loss.comment}</Fact>}
        {loss?.reasonSource != null && <Fact name={t('segment.source')}>{t(`stops.by.${loss.reasonSource}`)}</Fact>}
        {loss?.updatedBy != null && (
          <Fact name={t('column.by')}>
            {`${loss.updatedBy.fullName}, ${format.dateTime(loss.updatedOn == null ? null : Date.parse(loss.updatedOn))}`}
          </Fact>
        )}
        {loss?.isApproved === true && <Fact name={t('segment.state')}>{t('segment.approved')}</Fact>}
      </dl>
      <div className={classes['actions']}>
        {onReason !== null && (
          <ActionButton isMain onClick={onReason}>
            {loss?.reason == null ? t('stops.give') : t('stops.change')}
          </ActionButton>
        )}
        <ActionButton onClick={onShowOnly}>{t('segment.showOnly')}</ActionButton>
      </div>
    </div>
  )
}

type StepButtonProps = { readonly label: string; readonly icon: 'back' | 'forward'; readonly onClick: () => void }

function StepButton({ label, icon, onClick }: StepButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import type { StopPrompt } from '#engine/loss/stopPrompt.ts'
import { liveShiftName, liveStyle } from '#web/parts/liveLook.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useStaleness } from '../useStaleness.ts'
import classes from './NowZone.module.css'
import type { OpStop } from './operator.view.ts'
import { ShiftEnd } from './ShiftEnd.tsx'

type NowZoneProps = {
  readonly workCenterId: number
  readonly unit: Parameters<ReturnType<typeof useUnitName>>[0]
  readonly prompt: StopPrompt<OpStop>
  /** Opens the reasons of the stop that goes on; null for who may not give one. */
  readonly onReason: ((stop: OpStop) => void) | null
}

/** Returns what the machine does now, with its timer, and how much of the plan is made. While it stands without a reason one tap leads to the reasons. */
export function NowZone({ workCenterId, unit, prompt, onReason }: NowZoneProps) {
  const { t, i18n } = useTexts('operator')
  const format = useFormat()
  const live = useLiveWorkCenter(workCenterId)
  const names = useLiveName()
  const unitName = useUnitName()(unit)
  const staleSince = useStaleness(workCenterId)
  const style = liveStyle(live)
  const status = live?.status ?? null
  const shift = live?.shift ?? null
  const output = live?.output ?? null
  const due = output?.targetToDate ?? null
  const isBehind = output !== null && due !== null && output.accepted < due
  const name = names.nameOf(live)
  const figures = [
    { label: output === null ? t('good') : `${t('good')}, ${unitName}`, value: output === null ? null : output.accepted },
    { label: t('plan'), value: output?.targetFullShift ?? null },
    { label: t('due'), value: due },
  ]
  return (
    <section className={classes['now']} aria-label={t('now')} data-stale={staleSince === null ? undefined : true}>
      <div className={classes['status']} data-style={style}>
        <StatusIcon style={style} size={40} />
        <p className={classes['word']}>
          {name}
          {name !== names.statusOf(live) && <small>{names.statusOf(live)}</small>}
          {status?.noDataCause != null && <small>{t(`cause.${status.noDataCause}`)}</small>}
          {staleSince !== null && <small>{t('state.lastData', { time: format.time(staleSince) })}</small>}
        </p>
        {status !== null && (
          <p className={classes['timer']}>
            <Timer since={status.since} />
          </p>
        )}
      </div>
      {prompt.kind === 'STANDING' && onReason !== null && (
        <button type="button" className={classes['marker']} data-card={prompt.isCard || undefined} onClick={() => onReason(prompt.stop)}>
          <StatusIcon style="stop" size={24} />
          <span>
            {t('standing')} <Timer since={prompt.since} />
          </span>
          <b>{t('reasonQuestion')}</b>
        </button>
      )}
      <dl className={classes['figures']}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === null ? '—' : format.number(Math.round(value))}</dd>
          </div>
        ))}
      </dl>
      {due !== null && output !== null && output.targetFullShift !== null && output.targetFullShift > 0 && (
        <div className={classes['bar']} aria-hidden data-behind={isBehind || undefined}>
          <span style={{ width: `${Math.min(100, (output.accepted / output.targetFullShift) * 100)}%` }} />
          <i style={{ left: `${Math.min(100, (due / output.targetFullShift) * 100)}%` }} />
        </div>
      )}
      {shift !== null && staleSince === null && <ShiftEnd key={shift.start} workCenterId={workCenterId} end={shift.end} unit={unitName} />}
      <p className={classes['meta']}>
        <span>
          {shift === null
            ? t('shift.none')
            : t('shift.current', {
                name: liveShiftName(live, i18n.language) ?? '',
                from: format.time(shift.start),
                to: format.time(shift.end),
              })}
        </span>
        {isBehind && <b>{t('behind', { value: `${format.number(Math.round(due - output.accepted))} ${unitName}` })}</b>}
      </p>
    </section>
  )
}

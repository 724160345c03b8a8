import { useMemo } from 'react'
import { isOpen } from '#web/parts/classify/stops.view.ts'
import { useStopNotes } from '#web/parts/classify/useStopNotes.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import { filePercent } from '#web/parts/list/table/RowsFile.tsx'
import { barShare, knownDuration } from './losses.view.ts'
import type { LossRow } from './lossRow.ts'
import { useEnergyTexts } from './useEnergyTexts.ts'
import classes from './LossesPage.module.css'

type ColumnOptions = {
  readonly onOpen: (row: LossRow) => void
  /** Whether the reason of the loss is on its way to the server. */
  readonly isSaving: (lossId: number) => boolean
  /** Null for viewers who may give no reasons. */
  readonly onClassify: ((row: LossRow) => void) | null
  /** The longest loss of the page, by which the bars are measured. */
  readonly longestMs: number
  /** Whether the list has rejects alone, which have units. */
  readonly isOfRejects: boolean
  /** Whether the company has costs of energy. */
  readonly hasEnergy: boolean
  /** Whether the column of energy is shown. */
  readonly isEnergyShown: boolean
  /** Whether it could not be read. */
  readonly isEnergyFailed: boolean
}

/** Returns the columns of the losses; days and times are those of each plant. */
export function useLossColumns({
  onOpen,
  isSaving,
  onClassify,
  longestMs,
  isOfRejects,
  hasEnergy,
  isEnergyShown,
  isEnergyFailed,
}: ColumnOptions): readonly ListColumn<LossRow>[] {
  const { t } = useTexts('loss')
  const own = useFormat()
  const texts = useSpanTexts()
  const notes = useStopNotes()
  const energyTexts = useEnergyTexts()
  const formatOf = useMemo(() => zoneFormats(own), [own])
  const statusOf = ({ loss, stop }: LossRow) =>
    loss.source === 'STATUS' ? texts.nameOf({ kind: stop.kind, name: stop.statusName }) : t(`source.${loss.source}`)
  const nameOf = ({ loss, stop }: LossRow) => stop.reason ?? (isOpen(stop) ? t('stops.unclassified') : statusOf({ loss, stop }))
  const zoneOf = ({ loss }: LossRow) => formatOf(loss.workCenter.timeZone)
  const spanOf = (row: LossRow) => {
    const { time, timeWithSeconds } = zoneOf(row)
    const clock = row.stop.end !== null && row.stop.end - row.stop.start < 60_000 ? timeWithSeconds : time
    return row.stop.end === null ? t('since', { time: time(row.stop.start) }) : `${clock(row.stop.start)}–${clock(row.stop.end)}`
  }
  const ofFile = { isOnlyInFile: true, isAlwaysInFile: isEnergyShown } as const
  const energyColumns: readonly ListColumn<LossRow>[] = [
    {
      key: 'energy',
      title: t('energy.title'),
      short: t('energy.short'),
      unit: t('energy.unit'),
      kind: 'number',
      width: 150,
      foldsBelow: 992,
      value: ({ energy }) => energy?.energyConsumption ?? null,
      cell: ({ energy, loss }) => (isEnergyFailed && loss.source === 'STATUS' ? t('energy.failed') : energyTexts(energy).join(' · ')),
    },
    {
      key: 'energyCost',
      title: t('energy.costTitle'),
      kind: 'number',
      ...ofFile,
      value: ({ energy }) => energy?.cost ?? null,
      cell: ({ energy }) => energy?.cost,
    },
    {
      key: 'energyCurrency',
      title: t('energy.currency'),
      ...ofFile,
      value: ({ energy }) => energy?.currency ?? null,
      cell: ({ energy }) => energy?.currency,
    },
    {
      key: 'energyUnpriced',
      title: t('energy.unpricedTitle'),
      unit: t('energy.unit'),
      kind: 'number',
      ...ofFile,
      value: ({ energy }) => (energy?.energyConsumption == null ? null : energy.unpriced),
      cell: ({ energy }) => energy?.unpriced,
    },
    {
      key: 'energyKnown',
      title: t('energy.known'),
      unit: '%',
      kind: 'number',
      ...ofFile,
      value: ({ energy }) => (energy?.energyConsumption == null ? null : filePercent(energy.coverage)),
      cell: ({ energy }) => energy?.coverage,
    },
  ]
  return [
    {
      key: 'reason',
      title: t('column.reason'),
      isTitle: true,
      // The button beside the name of a reason has its room in every language.
      width: 312,
      value: nameOf,
      cell: (row) => (
        <div className={classes['what']} data-open={isOpen(row.stop) || undefined} aria-busy={isSaving(row.stop.id)}>
          <span style={{ color: row.stop.style === 'noData' ? 'var(--muted)' : `var(--status-${row.stop.style})` }}>
            <StatusIcon style={row.stop.style} />
          </span>
          {row.loss.reason != null && <span className={classes['swatch']} style={{ background: row.loss.reason.color }} aria-hidden />}
          <button
            type="button"
            className={row.stop.isProvisional ? `${classes['name']} ${classes['provisional']}` : classes['name']}
            onClick={() => onOpen(row)}
          >
            {nameOf(row)}
          </button>
          {row.loss.reason?.group != null && <span className={classes['by']}>{row.loss.reason.group.name}</span>}
          {row.stop.refusal === 'SHIFT_CONFIRMED' && (
            <span className={classes['locked']} title={t('locked')}>
              <Icon name="lock" size={16} />
              <span className="hidden-text">{t('locked')}</span>
            </span>
          )}
          {onClassify !== null && row.loss.isValid && isOpen(row.stop) && row.stop.refusal === null && (
            <button type="button" className={classes['give']} disabled={isSaving(row.stop.id)} onClick={() => onClassify(row)}>
              {t('stops.give')}
            </button>
          )}
        </div>
      ),
    },
    {
      key: 'workCenter',
      title: t('column.workCenter'),
      value: ({ loss }) => loss.workCenter.name,
      cell: ({ loss }) => loss.workCenter.name,
      width: 150,
      isPlain: true,
    },
    {
      key: 'date',
      title: t('column.date'),
      kind: 'instant',
      isSortable: true,
      startsDown: true,
      width: 170,
      isPlain: true,
      value: ({ stop }) => stop.start,
      cell: (row) => (
        <span className={classes['time']}>
          {zoneOf(row).dayMonth(row.stop.start)}, {spanOf(row)}
        </span>
      ),
    },
    {
      key: 'duration',
      title: t('column.duration'),
      kind: 'duration',
      isSortable: true,
      startsDown: true,
      width: 110,
      isPlain: true,
      value: ({ loss }) => knownDuration(loss),
      cell: ({ loss, stop }) => (
        <>
          {stop.end === null && loss.source === 'STATUS' ? <Elapsed since={stop.start} /> : own.duration(knownDuration(loss))}
          <span className={classes['bar']} aria-hidden>
            <span style={{ width: `${barShare(knownDuration(loss), longestMs) * 100}%` }} />
          </span>
        </>
      ),
    },
    {
      key: 'group',
      title: t('filter.reasonGroup'),
      isOnlyInFile: true,
      value: ({ loss }) => loss.reason?.group?.name ?? null,
      cell: ({ loss }) => loss.reason?.group?.name ?? '',
    },
    {
      key: 'level',
      title: t('column.level'),
      kind: 'number',
      isOnlyInFile: true,
      value: ({ loss }) => loss.lossLevel,
      cell: ({ loss }) => loss.lossLevel,
    },
    { key: 'status', title: t('column.status'), width: 120, foldsBelow: 992, value: statusOf, cell: statusOf },
    {
      key: 'category',
      title: t('column.category'),
      width: 110,
      foldsBelow: 992,
      value: ({ loss }) => t(`category.${loss.category}`),
      cell: ({ loss }) => (
        <>
          {t(`category.${loss.category}`)}
          {loss.isCriticalMode && <span className={classes['by']}> · {t('critical')}</span>}
        </>
      ),
    },
    {
      key: 'critical',
      title: t('column.critical'),
      isOnlyInFile: true,
      value: ({ loss }) => (loss.isCriticalMode ? t('critical') : null),
      cell: ({ loss }) => loss.isCriticalMode && t('critical'),
    },
    {
      key: 'approved',
      title: t('filter.approval'),
      isOnlyInFile: true,
      value: ({ stop }) => t(stop.isApproved ? 'approval.APPROVED' : 'approval.NOT_APPROVED'),
      cell: ({ stop }) => t(stop.isApproved ? 'approval.APPROVED' : 'approval.NOT_APPROVED'),
    },
    {
      key: 'quantity',
      title: t('column.quantity'),
      kind: 'number',
      width: 100,
      isOnlyInFile: !isOfRejects,
      value: ({ loss }) => loss.quantity ?? null,
      cell: ({ loss }) => (loss.quantity == null ? '' : own.number(loss.quantity)),
    },
    ...(hasEnergy ? energyColumns : []),
    {
      key: 'note',
      title: t('column.note'),
      value: ({ stop }) => stop.comment,
      cell: ({ stop }) => stop.comment !== null && <q className={classes['note']}>{stop.comment}</q>,
      width: 150,
      foldsBelow: 992,
    },
    {
      key: 'by',
      title: t('column.by'),
      width: 150,
      foldsBelow: 992,
      value: ({ stop }) => notes(stop).join(', '),
      cell: ({ stop }) => <span className={classes['by']}>{notes(stop).join(' · ')}</span>,
    },
  ]
}

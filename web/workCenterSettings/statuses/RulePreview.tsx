import { useEffect, useMemo } from 'react'
import type { StatusSource } from '#engine/status/statusRule.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'
import { MinutesTable } from './MinutesTable.tsx'
import classes from './preview.module.css'
import { PreviewLanes } from './PreviewLanes.tsx'
import { PreviewNotes } from './PreviewNotes.tsx'
import { type Channel, type RuleDraft, toRule } from './ruleDraft.view.ts'
import { aboutSpans, totalsOf } from './signalShape.view.ts'
import { spansOf, type ShowStatus } from './statusNames.ts'
import type { RulesPreview } from './useRulesPreview.ts'
import type { Proposal } from './proposal.view.ts'
import { RuleProposal } from './RuleProposal.tsx'
import { useStatusSignal } from './useStatusSignal.ts'
import { ValuePlot } from './ValuePlot.tsx'

export const RANGES = ['1h', '8h', '24h', '7d'] as const
export type Range = (typeof RANGES)[number]

const LIVE_KEYS: Readonly<Record<StatusSource, string | null>> = { POWER: 'POWER', LOAD: 'LOAD', SPEED: 'SPEED', CURRENT: null }

type RulePreviewProps = {
  readonly workCenter: SettingsWorkCenter
  readonly drafts: readonly RuleDraft[]
  readonly isChanged: boolean
  readonly wrong: ReadonlySet<string>
  readonly preview: RulesPreview
  readonly range: Range
  readonly window: TimeWindow
  readonly channel: Channel
  readonly show: ShowStatus
  readonly isReadOnly: boolean
  /** The machine reports the signal, and nothing of it is in the window yet: its first values. */
  readonly onBegun: (isBegun: true) => void
  readonly onRange: (range: Range) => void
  readonly onChannel: (channel: Channel) => void
  readonly onDrafts: (drafts: readonly RuleDraft[]) => void
  /** Takes over proposed first rules; null where nothing is proposed. */
  readonly onProposal: ((proposal: Proposal) => void) | null
}

/** Returns the live preview of the rules: the real signal, the ranges to drag, and the resulting statuses (U-5). */
export function RulePreview(props: RulePreviewProps) {
  const {
    workCenter,
    drafts,
    isChanged,
    wrong,
    preview,
    range,
    window,
    channel,
    show,
    isReadOnly,
    onBegun,
    onRange,
    onChannel,
    onDrafts,
    onProposal,
  } = props
  const { t } = useTexts('statuses')
  const unitName = useUnitName()
  const source = workCenter.statusSource
  const unit = t(`signal.unit.${source}`, { unit: unitName(workCenter.outputMeasurementUnit) })
  const { signal, isFailed, isCounted, retry } = useStatusSignal(workCenter, window)
  const own = useMemo(() => drafts.filter(({ values }) => values.rangeType === source), [drafts, source])
  const about = useMemo(
    () => (signal && isChanged && !preview.isExact ? aboutSpans(signal, source, own.map(toRule), window.to) : null),
    [signal, isChanged, preview.isExact, source, own, window.to],
  )
  const { sides } = preview
  const before = useMemo(() => (sides ? spansOf(sides.before.timeline, window.to) : []), [sides, window.to])
  const exact = useMemo(() => (sides ? spansOf(sides.after.timeline, window.to) : []), [sides, window.to])
  const after = isChanged ? (about ?? exact) : null
  const totals = useMemo(() => (about ? totalsOf(about) : (sides?.after.statuses ?? [])), [about, sides])
  const line = signal?.lines[channel]
  const liveKey = isCounted ? null : LIVE_KEYS[source]
  const reading = useLiveWorkCenter(workCenter.id)?.values[liveKey ?? '']
  const isBegun = signal !== undefined && line === undefined && reading?.value != null && reading.at >= window.from
  useEffect(() => {
    if (isBegun) onBegun(true)
  }, [isBegun, onBegun])
  return (
    <section className={classes['panel']} aria-label={t('preview.title')}>
      <div className={classes['head']}>
        <h3>{t('preview.title')}</h3>
        {source === 'CURRENT' && (
          <ChoiceGroup
            label={t('preview.phase')}
            value={channel}
            choices={(['a', 'b', 'c'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={onChannel}
          />
        )}
        <ChoiceGroup
          label={t('preview.range')}
          value={range}
          choices={RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={onRange}
        />
      </div>
      {!isReadOnly && <p className={classes['help']}>{t('preview.help')}</p>}
      {isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={retry} />}
      {signal !== undefined && line === undefined && (
        <p className={classes['empty']} role="status">
          {isBegun ? t('preview.storing') : t('preview.noSignal')}
        </p>
      )}
      {line !== undefined && channel === 'range' && own.length === 0 && onProposal !== null && (
        <RuleProposal line={line} unit={unit} onUse={onProposal} />
      )}
      {signal !== undefined && (
        <ValuePlot
          workCenterId={workCenter.id}
          liveKey={liveKey}
          signal={signal}
          channel={channel}
          drafts={own}
          wrong={wrong}
          window={window}
          unit={unit}
          show={show}
          isReadOnly={isReadOnly}
          onDrafts={onDrafts}
        />
      )}
      {signal === undefined && !isFailed && (
        <p className={classes['empty']} role="status">
          {t('state.loading')}
        </p>
      )}
      {sides !== null && (
        <PreviewLanes
          window={window}
          before={before}
          after={after}
          isAbout={about !== null}
          show={show}
          beforeLabel={isChanged ? t('preview.before') : t('preview.statuses')}
          afterLabel={t('preview.after')}
        />
      )}
      <p className={classes['state']} role="status">
        {isChanged && about !== null && preview.problems.length === 0 && (wrong.size > 0 ? t('preview.waits') : t('preview.asking'))}
        {isChanged && about === null && preview.isExact && t('preview.exact')}
      </p>
      {preview.problems[0] !== undefined && (
        <PanelError title={problemText(t, preview.problems[0])} retryLabel={t('state.retry')} onRetry={preview.retry} />
      )}
      <PreviewNotes
        drafts={own}
        channel={channel}
        line={line}
        unit={unit}
        totals={isChanged ? totals : (sides?.before.statuses ?? [])}
        rangeText={t(`range.${range}`)}
      />
      {sides !== null && (
        <MinutesTable
          title={t('table.title')}
          before={sides.before.statuses}
          after={isChanged ? totals : null}
          beforeLabel={isChanged ? t('preview.before') : t('table.time')}
          afterLabel={t('preview.after')}
          isAbout={about !== null}
          show={show}
        />
      )}
    </section>
  )
}

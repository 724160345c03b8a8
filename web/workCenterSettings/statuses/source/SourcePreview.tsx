import { useEffect, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import type { StatusSource } from '#engine/status/statusRule.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { PreviewOtherSourceDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { serverNow } from '#web/ui/clock.ts'
import type { SettingsWorkCenter } from '../../frame/settingsTabProps.ts'
import { MinutesTable } from '../MinutesTable.tsx'
import { PreviewLanes } from '../PreviewLanes.tsx'
import preview from '../preview.module.css'
import type { SavedRule } from '../ruleDraft.view.ts'
import { spansOf, statusShower } from '../statusNames.ts'
import { SourceRefusal } from './SourceRefusal.tsx'

type SourcePreviewProps = {
  readonly workCenter: SettingsWorkCenter
  readonly rules: readonly SavedRule[]
  readonly source: StatusSource
  readonly isConverted: boolean
  readonly onRefused: (isRefused: boolean) => void
}

/** Returns the second step: the last day or week as it is and with the other source. */
export function SourcePreview({ workCenter, rules, source, isConverted, onRefused }: SourcePreviewProps) {
  const { t } = useTexts('statuses')
  const [range, setRange] = useState<'24h' | '7d'>('24h')
  const window = useMemo(() => {
    const to = serverNow()
    return { from: to - (range === '24h' ? DAY_MS : 7 * DAY_MS), to }
  }, [range])
  const [{ data, error, fetching }] = useQuery({
    query: PreviewOtherSourceDocument,
    requestPolicy: 'network-only',
    variables: useMemo(
      () => ({
        workCenterId: workCenter.id,
        source,
        convertRules: isConverted,
        period: { start: new Date(window.from).toISOString(), end: new Date(window.to).toISOString() },
      }),
      [workCenter.id, source, isConverted, window],
    ),
  })
  const own = useMemo(
    () => rules.filter((rule) => !rule.archived && rule.rangeType === workCenter.statusSource),
    [rules, workCenter.statusSource],
  )
  // The server calls what the rules become -1, -2 in the order of the list.
  const show = useMemo(() => {
    const shown = statusShower(rules, [])
    return ({ kind, statusRuleId }: Parameters<typeof shown>[0]) => {
      const id = statusRuleId != null && statusRuleId < 0 ? own[-1 - statusRuleId]?.id : statusRuleId
      return shown({ kind, statusRuleId: id ?? null })
    }
  }, [rules, own])
  const sides = data?.previewSource
  const [problem] = problemsOf(error)
  const isRefused = problem !== undefined
  useEffect(() => onRefused(isRefused), [onRefused, isRefused])
  return (
    <>
      <ChoiceGroup
        label={t('preview.range')}
        value={range}
        choices={(['24h', '7d'] as const).map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={setRange}
      />
      {fetching && !sides && <p role="status">{t('preview.asking')}</p>}
      {problem !== undefined && <SourceRefusal problem={problem} deviceId={workCenter.deviceId ?? ''} />}
      {sides && (
        <div className={preview['panel']}>
          <PreviewLanes
            window={window}
            before={spansOf(sides.before.timeline, window.to)}
            after={spansOf(sides.after.timeline, window.to)}
            isAbout={false}
            show={show}
            beforeLabel={t('preview.before')}
            afterLabel={t('wizard.after')}
          />
          <MinutesTable
            title={t('table.title')}
            before={withRuleIds(sides.before.statuses)}
            after={withRuleIds(sides.after.statuses)}
            beforeLabel={t('preview.before')}
            afterLabel={t('wizard.after')}
            isAbout={false}
            show={show}
          />
        </div>
      )}
    </>
  )

  /** The resulting rule is in its line. */
  function withRuleIds<Total extends { readonly statusRuleId?: number | null }>(totals: readonly Total[]) {
    return totals.map((total) => {
      const id = total.statusRuleId ?? null
      return { ...total, statusRuleId: id !== null && id < 0 ? (own[-1 - id]?.id ?? id) : id }
    })
  }
}

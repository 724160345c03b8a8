import { useEffect, useMemo, useState, type SubmitEvent } from 'react'
import { DAY_MS } from '#engine/time/durations.ts'
import type { StatusRuleRangeType } from '#engine/status/statusRule.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow, useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SaveBar } from '../frame/SaveBar.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { useSaveKey } from '../frame/useSaveKey.ts'
import { ArchivedRules, UndoBar } from './ArchivedRules.tsx'
import type { Proposal } from './proposal.view.ts'
import { type Channel, NO_BOUNDS, type SavedRule } from './ruleDraft.view.ts'
import { draftProblems, isAllRight } from './ruleProblems.view.ts'
import { type Range, RulePreview } from './RulePreview.tsx'
import { renumbered } from './renumbered.ts'
import { RuleRow } from './RuleRow.tsx'
import classes from './rules.module.css'
import { type Saved, SavedMinutes } from './SavedMinutes.tsx'
import { SaveNotes } from './SaveNotes.tsx'
import { SourceHead } from './source/SourceHead.tsx'
import type { SourceChanged } from './source/SourceResult.tsx'
import { statusShower } from './statusNames.ts'
import { useArchiving } from './useArchiving.ts'
import { useRuleDrafts } from './useRuleDrafts.ts'
import { usePreviewWindow } from './usePreviewWindow.ts'
import { useRulesPreview } from './useRulesPreview.ts'
import { useRulesSave } from './useRulesSave.ts'
import { hasWrongRange } from './wrongRange.view.ts'
import { type ValidFrom, ValidFromFields } from './ValidFromFields.tsx'
import { instantOf, wallTextOf } from './wallTime.ts'

/** The preview follows the clock in steps, and so may begin earlier than a day ago. */
const PREVIEW_STEP_MS = 5 * 60_000

type StatusesFormProps = SettingsTabProps & {
  readonly rules: readonly SavedRule[]
  readonly reload: () => void
  readonly sourceChanged: SourceChanged | null
  readonly onSourceChanged: (changed: SourceChanged | null) => void
}

/** Returns the rules to edit, the preview that follows them, and the one save for all. */
export function StatusesForm(props: StatusesFormProps) {
  const { workCenter, rules, reload, refetch, onDirty, onErrors, sourceChanged, onSourceChanged } = props
  // Visitors of the demo move the thresholds of what they only read, and see what follows.
  const isTrial = isInDemo(useViewer()) && props.isReadOnly
  const isReadOnly = props.isReadOnly && !isTrial
  const { t } = useTexts('statuses')
  const format = useFormat()
  const unitName = useUnitName()
  const source = workCenter.statusSource
  const [range, setRange] = useState<Range>('24h')
  const [channel, setChannel] = useState<Channel>(source === 'CURRENT' ? 'a' : 'range')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [shown, setShown] = useState<ReadonlySet<string> | 'all'>(new Set())
  // The first rules tell what the past was, too: nobody needs it as one long stop.
  const [aDayAgo] = useState(() => `${wallTextOf(serverNow() - DAY_MS - PREVIEW_STEP_MS, format).slice(0, -2)}00`)
  const usualFrom: ValidFrom = rules.length === 0 ? { kind: 'past', text: aDayAgo } : { kind: 'now', text: '' }
  const [chosenFrom, setValidFrom] = useState<ValidFrom | null>(null)
  const validFrom = chosenFrom ?? usualFrom
  const [saved, setSaved] = useState<Saved | null>(null)
  const [isBegun, setBegun] = useState(false)
  const window = usePreviewWindow(range, isBegun)
  const element = useSaveKey()

  const archiving = useArchiving(reload)
  const active = useMemo(
    () =>
      rules.filter(
        (rule) => !rule.archived && !archiving.goneIds.has(rule.id) && (rule.rangeType === source || rule.rangeType === 'MANUAL'),
      ),
    [rules, archiving.goneIds, source],
  )
  const archived = rules.filter((rule) => rule.archived || archiving.goneIds.has(rule.id))
  const form = useRuleDrafts(active, archiving.goneIds)
  const { drafts, changed, conflicts } = form
  const problems = useMemo(() => draftProblems(drafts), [drafts])
  const wrong = useMemo(
    () => new Set(drafts.filter(({ key }) => hasWrongRange(problems.get(key))).map(({ key }) => key)),
    [drafts, problems],
  )
  const show = useMemo(() => statusShower(rules, drafts), [rules, drafts])
  const { isSaving, refused, save, forget } = useRulesSave(workCenter.id)
  const [isChecking, setChecking] = useState(false)
  const isBusy = isSaving || isChecking

  const minute = useCoarseNow(60_000)
  const isPast = validFrom.kind === 'past'
  const fromAt = isPast ? instantOf(validFrom.text, format) : null
  const fromError = isPast && (fromAt === null || fromAt > minute + 60_000) ? t('from.wrong') : null
  const archivedIds = isPast ? [] : archived.map(({ id }) => id)
  const preview = useRulesPreview(
    isReadOnly || wrong.size > 0 || fromError !== null
      ? null
      : { workCenterId: workCenter.id, changed, archivedIds: changed.length > 0 ? archivedIds : [], validFrom: fromAt, window },
  )

  const errorCount =
    shown === 'all' ? [...problems.values()].filter(({ fields, rivals }) => fields.size > 0 || rivals.length > 0).length : wrong.size
  useEffect(() => onDirty(isTrial ? 0 : changed.length), [onDirty, changed.length, isTrial])
  useEffect(() => onErrors(errorCount), [onErrors, errorCount])

  const discard = () => {
    form.dropAll()
    forget()
    setShown(new Set())
    setValidFrom(null)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isTrial) return
    setShown('all')
    const firstWrong = drafts.find(({ key }) => (problems.get(key)?.fields.size ?? 0) > 0)
    if (firstWrong !== undefined) setOpenKey(firstWrong.key)
    if (isBusy || !isAllRight(problems) || fromError !== null || changed.length === 0) return
    setChecking(true)
    const previewed = fromAt === null ? undefined : (await preview.untilExact())?.after.statuses
    setChecking(false)
    const ids = await save(changed, fromAt)
    if (ids === null) {
      // A conflict shows itself when the newer rules are here.
      reload()
      return
    }
    setSaved({ window, from: fromAt, previewed: renumbered(previewed, changed, ids) })
    discard()
    setOpenKey(null)
    reload()
    showToast(t('saved.toast'))
  }
  const use = ({ run, idle }: Proposal) => {
    const bounds = (min: number, max: number | null) => ({
      ...NO_BOUNDS,
      range: { min: String(min), max: max === null ? '' : String(max) },
    })
    form.change(form.add(source), { name: t('proposal.running'), isEffective: true, bounds: bounds(run, null) })
    if (idle !== null) form.change(form.add(source), { name: t('proposal.idle'), isEffective: false, bounds: bounds(idle, run) })
  }
  const add = (rangeType: StatusRuleRangeType) => setOpenKey(form.add(rangeType))
  const unit = t(`signal.unit.${source}`, { unit: unitName(workCenter.outputMeasurementUnit) })

  return (
    <form ref={element} className={classes['tab']} noValidate onSubmit={(event) => void submit(event)}>
      <StylePatterns />
      <SourceHead
        workCenter={workCenter}
        rules={rules}
        unit={unit}
        isReadOnly={props.isReadOnly}
        unsavedCount={changed.length}
        changed={sourceChanged}
        onChanged={onSourceChanged}
        onStale={refetch}
      />
      {saved !== null && <SavedMinutes workCenterId={workCenter.id} saved={saved} show={show} onClose={() => setSaved(null)} />}
      <div className={classes['sides']} data-wide-tab>
        <div className={classes['seen']}>
          <RulePreview
            workCenter={workCenter}
            drafts={drafts}
            isChanged={changed.length > 0}
            wrong={wrong}
            preview={preview}
            range={range}
            window={window}
            channel={channel}
            show={show}
            isReadOnly={isReadOnly}
            onBegun={setBegun}
            onRange={setRange}
            onChannel={setChannel}
            onDrafts={form.replace}
            onProposal={isReadOnly || isTrial ? null : use}
          />
        </div>
        <div className={classes['tab']}>
          <div className={classes['listHead']}>
            <h3>{t('rules.title')}</h3>
            {!isReadOnly && (
              <>
                <ActionButton onClick={() => add(source)}>{t('rules.add')}</ActionButton>
                <ActionButton onClick={() => add('MANUAL')}>{t('rules.addManual')}</ActionButton>
              </>
            )}
          </div>
          {drafts.length === 0 && <p className={classes['hint']}>{t('rules.none')}</p>}
          <ul className={classes['list']}>
            {drafts.map((draft) => (
              <RuleRow
                key={draft.key}
                draft={draft}
                problems={problems.get(draft.key)}
                conflict={conflicts.get(draft.key)}
                channel={channel}
                unit={unit}
                show={show}
                isChanged={changed.includes(draft)}
                isOpen={openKey === draft.key}
                isReadOnly={isReadOnly}
                mayArchive={!isTrial}
                isShown={(field) => shown === 'all' || shown.has(`${draft.key}.${field}`)}
                onTouch={(field) => setShown((before) => (before === 'all' ? before : new Set([...before, `${draft.key}.${field}`])))}
                onChange={(change) => form.change(draft.key, change)}
                onOpen={() => setOpenKey(openKey === draft.key ? null : draft.key)}
                onArchive={() => archiveRule(draft.id)}
                onDrop={() => form.drop(draft.key)}
                onKeepMine={() => form.keepMine(draft.key)}
              />
            ))}
          </ul>
          {archiving.undo !== null && (
            <UndoBar
              key={archiving.undo.rule.id}
              text={t('archived.done', { name: archiving.undo.rule.name })}
              onUndo={archiving.undo.take}
              onOver={archiving.undo.end}
            />
          )}
          <ArchivedRules rules={archived} refused={archiving.refused} isReadOnly={props.isReadOnly} onRestore={archiving.restore} />
          {changed.length > 0 && !isTrial && (
            <ValidFromFields workCenterId={workCenter.id} value={validFrom} error={fromError} onChange={setValidFrom} />
          )}
        </div>
      </div>
      <SaveNotes isSaving={isBusy} refused={refused} />
      <SaveBar count={changed.length} isSaving={isBusy} isTrial={isTrial} onDiscard={discard} />
    </form>
  )

  function archiveRule(id: number | null): void {
    const rule = rules.find((one) => one.id === id)
    if (rule) archiving.archive(rule)
  }
}

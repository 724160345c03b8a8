import { lazy, Suspense, useEffect, useMemo, useState, type SubmitEvent } from 'react'
import { isCategoryOfSource } from '#engine/loss/lossKind.ts'
import {
  CreateLossTrackingDocument,
  DeleteLossTrackingDocument,
  type SettingsLossTrackingQuery,
  UpdateLossTrackingDocument,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { withTexts } from '#web/texts/language.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SaveBar } from '../frame/SaveBar.tsx'
import { useSaveKey } from '../frame/useSaveKey.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import type { ValidFrom } from '../statuses/ValidFromFields.tsx'
import { instantOf } from '../statuses/wallTime.ts'
import { checkRows, toRowInputs } from './trackingDraft.view.ts'
import { TrackingTarget } from './TrackingTarget.tsx'
import classes from './lossTracking.module.css'
import { type Target, type TargetDraft, useTrackingDrafts } from './useTrackingDrafts.ts'

const ValidFromFields = lazy(() =>
  withTexts('statuses', import('../statuses/ValidFromFields.tsx')).then((part) => ({ default: part.ValidFromFields })),
)

type TrackingFormProps = SettingsTabProps & { readonly data: SettingsLossTrackingQuery; readonly reload: () => void }

/** Returns the rules of all statuses with losses, with one save for all changes. */
export function TrackingForm({ workCenter, isReadOnly, data, reload, onDirty, onErrors }: TrackingFormProps) {
  const { t } = useTexts('lossTracking')
  const element = useSaveKey()
  const format = useFormat()
  const create = useChange(CreateLossTrackingDocument)
  const remove = useChange(DeleteLossTrackingDocument)
  const update = useChange(UpdateLossTrackingDocument)
  const [isTold, setTold] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [refused, setRefused] = useState<{ readonly key: string; readonly problem: ApiProblem } | null>(null)
  /** What a save that ended early has saved. */
  const [savedNames, setSavedNames] = useState<readonly string[]>([])
  const [validFrom, setValidFrom] = useState<ValidFrom>({ kind: 'now', text: '' })
  const noRule = t('target.none')
  const targets = useMemo(() => targetsOf(data, noRule), [data, noRule])
  const { drafts, changed, setRows, drop, dropAll, keepMine } = useTrackingDrafts(targets)
  const reasons = useMemo(() => data.lossReasons.filter(({ category }) => isCategoryOfSource('STATUS', category)), [data.lossReasons])
  const wrong = changed.filter(({ rows }) => checkRows(rows).problems.size > 0)
  const minute = useCoarseNow(60_000)
  const fromAt = validFrom.kind === 'past' ? instantOf(validFrom.text, format) : null
  const fromError = validFrom.kind === 'past' && (fromAt === null || fromAt > minute + 60_000) ? t('fromWrong') : null
  useEffect(() => onDirty(changed.length), [onDirty, changed.length])
  useEffect(() => onErrors(isTold ? wrong.length : 0), [onErrors, isTold, wrong.length])

  const listed = (names: readonly string[]) => names.join(', ')
  const send = async ({ target, rows, base }: TargetDraft): Promise<ApiProblem | null> => {
    const from = fromAt === null ? null : new Date(fromAt).toISOString()
    const inputs = toRowInputs(rows)
    const { data: answer, problems } = await (base === null
      ? create.run({
          input: { workCenterId: workCenter.id, statusId: target.statusId, rows: inputs, validFrom: from },
        })
      : rows.length === 0
        ? remove.run({ id: base.id, version: base.version })
        : update.run({ input: { id: base.id, version: base.version, rows: inputs, validFrom: from } }))
    return answer === null ? (problems[0] ?? null) : null
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTold(true)
    setRefused(null)
    setSavedNames([])
    if (isSaving || wrong.length > 0 || fromError !== null || changed.length === 0) return
    setSaving(true)
    try {
      const done: string[] = []
      for (const draft of changed) {
        const problem = await send(draft)
        if (problem !== null) {
          setSavedNames(done)
          return setRefused({ key: draft.target.key, problem })
        }
        done.push(draft.target.name)
        drop(draft.target.key)
      }
      setTold(false)
      setValidFrom({ kind: 'now', text: '' })
      showToast(t('saved'))
    } finally {
      setSaving(false)
      reload()
    }
  }
  return (
    <form ref={element} className={classes['tab']} noValidate onSubmit={(event) => void submit(event)}>
      <header>
        <h2>{t('title')}</h2>
        <p className={classes['hint']}>{t('help')}</p>
      </header>
      {reasons.length === 0 && <p className={classes['note']}>{t('noReasons')}</p>}
      {drafts.map((draft) => (
        <TrackingTarget
          key={draft.target.key}
          draft={draft}
          reasons={reasons}
          isTold={isTold}
          isReadOnly={isReadOnly}
          refused={refused?.key === draft.target.key ? refused.problem : null}
          onRows={(rows) => setRows(draft.target, rows)}
          onKeepMine={() => {
            setRefused(null)
            keepMine(draft.target)
          }}
          onTakeTheirs={() => {
            setRefused(null)
            drop(draft.target.key)
          }}
        />
      ))}
      {refused !== null && (
        <p role="alert" className={classes['error']}>
          {t('notSaved', { names: listed(changed.map(({ target }) => target.name)) })}{' '}
          {savedNames.length > 0 && t('partly', { names: listed(savedNames) })}
        </p>
      )}
      {changed.length > 0 && (
        <Suspense fallback={null}>
          <ValidFromFields workCenterId={workCenter.id} value={validFrom} error={fromError} onChange={setValidFrom} />
        </Suspense>
      )}
      <SaveBar
        count={changed.length}
        isSaving={isSaving}
        onDiscard={() => {
          dropAll()
          setTold(false)
          setRefused(null)
          setSavedNames([])
        }}
      />
    </form>
  )
}

/** Stops without a rule first, then the ineffective statuses in force that make losses. */
function targetsOf({ lossTrackingRules, statusRules }: SettingsLossTrackingQuery, noRule: string): readonly Target[] {
  const targetOf = (statusId: number | null, name: string, color: string | null): Target => {
    const own = lossTrackingRules.filter((rule) => (rule.statusId ?? null) === statusId)
    const now = Date.now()
    const inForce = own.find((rule) => rule.validTo == null || Date.parse(rule.validTo) > now) ?? null
    return { key: String(statusId ?? 'none'), statusId, name, color, rule: inForce, past: own.filter((rule) => rule !== inForce) }
  }
  const ineffective = statusRules.filter((rule) => !rule.archived && !rule.isEffective && rule.needGenerateEventByState)
  return [targetOf(null, noRule, null), ...ineffective.map((rule) => targetOf(rule.id, rule.name, rule.color))]
}

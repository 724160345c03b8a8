import { useState } from 'react'
import { ReasonTiles } from '#web/parts/classify/ReasonTiles.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert, Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import type { BulkPlan } from './losses.view.ts'
import classes from './LossesPage.module.css'
import type { Bulk } from './useBulk.ts'
import { type BulkChoice, useOfferedReasons } from './useOfferedReasons.ts'

/** What the drawer for many losses needs. */
export type BulkReasonProps = { readonly bulk: Bulk }

/** Returns the drawer that gives many losses one reason, and says before what that will change and what stays. */
export function BulkReason({ bulk }: BulkReasonProps) {
  const { t } = useTexts('loss')
  const { plan, close } = bulk
  return (
    <SidePanel isOpen={plan !== null} onClose={close} side="right" title={t('bulk.title')} closeLabel={t('state.close')}>
      {plan !== null && <Reasons bulk={bulk} plan={plan} />}
    </SidePanel>
  )
}

function Reasons({ bulk, plan }: { readonly bulk: Bulk; readonly plan: BulkPlan }) {
  const { t } = useTexts('loss')
  const format = useFormat()
  const { run, refused, problems } = bulk
  const [comment, setComment] = useState('')
  const [needsComment, setNeedsComment] = useState<string | null>(null)
  const [previewed, setPreviewed] = useState<BulkChoice | null>(null)
  const offered = useOfferedReasons(
    plan.changed.map(({ workCenterId }) => workCenterId),
    plan.changed[0]?.source ?? 'STATUS',
  )
  const said = comment.trim() === '' ? null : comment.trim()
  const choose = ({ id }: { readonly id: number }) => {
    const choice = offered.choices?.find((one) => one.id === id)
    if (choice === undefined) return
    if (choice.requireExtraNotes && said === null) setNeedsComment(choice.name)
    // Time that no longer counts changes the figures of whole shifts: they are shown first.
    else if (choice.includeInOeeCalculation) void bulk.choose(choice, said)
    else setPreviewed(choice)
  }
  const [problem] = problems
  return (
    <div className={classes['bulk']} aria-busy={run !== null}>
      <p>{t('bulk.changes', { count: plan.changed.length, duration: format.duration(plan.ms) })}</p>
      {plan.saidCount > 0 && <p>{t('bulk.said', { count: plan.saidCount })}</p>}
      {plan.approvedCount > 0 && <p>{t('bulk.approved', { count: plan.approvedCount })}</p>}
      {plan.confirmedCount > 0 && <p>{t('bulk.confirmed', { count: plan.confirmedCount })}</p>}
      {plan.otherCount > 0 && <p>{t('bulk.other', { count: plan.otherCount })}</p>}
      {problem && <Alert>{problemText(t, problem)}</Alert>}
      {refused.size > 0 && (
        <ul role="alert">
          {[...refused].map(([code, count]) => (
            <li key={code}>
              {t('bulk.refused', { count })} <Explained>{problemText(t, { code })}</Explained>
            </li>
          ))}
        </ul>
      )}
      {run !== null && (
        <div role="status" className={classes['progress']}>
          <progress max={run.totalCount} value={run.doneCount} aria-label={t('bulk.title')} />
          <span>{t('bulk.progress', { done: run.doneCount, total: run.totalCount })}</span>
          <ActionButton isDisabled={run.isStopping} onClick={bulk.stop}>
            {t('bulk.stop')}
          </ActionButton>
        </div>
      )}
      <TextField name="comment" label={t('classify.comment')} value={comment} onChange={setComment} />
      {needsComment !== null && <p role="alert">{t('classify.needsComment', { reason: needsComment })}</p>}
      {offered.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={offered.retry} />}
      {previewed !== null && run === null && (
        <BulkPreview
          plan={plan}
          choice={previewed}
          onConfirm={() => {
            setPreviewed(null)
            void bulk.choose(previewed, said)
          }}
          onClose={() => setPreviewed(null)}
        />
      )}
      {offered.choices !== null && plan.changed.length > 0 && run === null && previewed === null && (
        <ReasonTiles choices={offered.choices} chosenId={null} onChoose={choose} />
      )}
    </div>
  )
}

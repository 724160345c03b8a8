import { useState } from 'react'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import { type ApiProblem } from '#web/api/problems.ts'
import { ReasonTiles } from '#web/parts/classify/ReasonTiles.tsx'
import type { Choice } from '#web/parts/classify/stops.view.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import type { BulkPlan } from './losses.view.ts'
import classes from './LossesPage.module.css'

export type BulkAsked = { readonly plan: BulkPlan }

type BulkReasonProps = {
  /** Null = closed. */
  readonly asked: BulkAsked | null
  readonly problems: readonly ApiProblem[]
  readonly isBusy: boolean
  readonly onChoose: (choice: Choice, comment: string | null) => void
  readonly onClose: () => void
}

/** Returns the drawer that gives many losses one reason, and says before what that will change and what stays. */
export function BulkReason({ asked, ...rest }: BulkReasonProps) {
  const { t } = useTexts('loss')
  return (
    <SidePanel isOpen={asked !== null} onClose={rest.onClose} side="right" title={t('bulk.title')} closeLabel={t('state.close')}>
      {asked !== null && <Reasons {...rest} asked={asked} />}
    </SidePanel>
  )
}

function Reasons({ asked: { plan }, problems, isBusy, onChoose }: BulkReasonProps & { readonly asked: BulkAsked }) {
  const { t } = useTexts('loss')
  const format = useFormat()
  const [first] = plan.changed
  const [comment, setComment] = useState('')
  const [needsComment, setNeedsComment] = useState<string | null>(null)
  const [result, ask] = useQuery({
    query: ReasonsToChooseDocument,
    variables: { workCenterId: first?.workCenterId ?? 0, source: first?.source ?? 'STATUS' },
    pause: first === undefined,
  })
  const said = comment.trim() === '' ? null : comment.trim()
  const choose = (choice: Choice) => {
    if (choice.requireExtraNotes && said === null) setNeedsComment(choice.name)
    else onChoose(choice, said)
  }
  const [problem] = problems
  return (
    <div className={classes['bulk']} aria-busy={isBusy}>
      <p>{t('bulk.changes', { count: plan.changed.length, duration: format.duration(plan.ms) })}</p>
      {plan.saidCount > 0 && <p>{t('bulk.said', { count: plan.saidCount })}</p>}
      {plan.approvedCount > 0 && <p>{t('bulk.approved', { count: plan.approvedCount })}</p>}
      {plan.confirmedCount > 0 && <p>{t('bulk.confirmed', { count: plan.confirmedCount })}</p>}
      {plan.otherCount > 0 && <p>{t('bulk.other', { count: plan.otherCount })}</p>}
      {problem && <p role="alert">{problemText(t, problem)}</p>}
      <TextField name="comment" label={t('classify.comment')} value={comment} onChange={setComment} />
      {needsComment !== null && <p role="alert">{t('classify.needsComment', { reason: needsComment })}</p>}
      {result.error && !result.data && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {result.data && plan.changed.length > 0 && (
        <ReasonTiles choices={result.data.lossCategories.map(({ reason }) => reason)} chosenId={null} onChoose={choose} />
      )}
    </div>
  )
}

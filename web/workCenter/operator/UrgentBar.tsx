import { AcknowledgeDocument, OperatorUrgentDocument } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useSentence } from '#web/parts/notice/useSentence.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './UrgentBar.module.css'

export type UrgentBarProps = { readonly workCenterIds: readonly number[] }

/** What was put off comes back by the clock. */
const ASK_EVERY_MS = 60_000

/** Returns the bar with what is urgent at the machines and nobody takes care of, the newest first; nothing while there is none (U-50). */
export function UrgentBar({ workCenterIds }: UrgentBarProps) {
  const { t } = useTexts('notification')
  const sentenceOf = useSentence()
  const interest = { workCenterIds: null, kinds: ['notification'] } as const
  const [{ data }, ask] = useFreshQuery(OperatorUrgentDocument, { workCenterIds: [...workCenterIds] }, interest, { everyMs: ASK_EVERY_MS })
  const taking = useChange(AcknowledgeDocument)
  const [first] = data?.notifications.items ?? []
  const others = (data?.notifications.totalItems ?? 0) - 1
  const take = async (id: string) => {
    const { problems } = await taking.run({ id })
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    ask()
  }
  return (
    <div role="alert">
      {first !== undefined && (
        <div className={classes['bar']}>
          <strong>{t('severity.URGENT')}</strong>
          <span className={classes['what']}>
            {workCenterIds.length > 1 && `${first.workCenter?.name ?? ''}: `}
            {sentenceOf(first)}
          </span>
          {others > 0 && <span>{t('urgentMore', { count: others })}</span>}
          <button type="button" className={classes['take']} disabled={taking.isBusy} onClick={() => void take(first.id)}>
            {t('acknowledge')}
          </button>
        </div>
      )}
    </div>
  )
}

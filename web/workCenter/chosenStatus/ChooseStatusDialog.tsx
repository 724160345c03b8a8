import { useState } from 'react'
import { useQuery } from 'urql'
import { ChooseStatusDocument, ChosenStatusDocument, EndChosenStatusDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ChooseStatusDialog.module.css'

export type ChooseStatusDialogProps = {
  readonly workCenter: { readonly id: number; readonly name: string }
  /** The statuses that people choose. */
  readonly statuses: readonly { readonly id: number; readonly name: string; readonly color: string }[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Returns the dialog in which somebody says what the machine does, or lets the machine decide again (domain.md S-2). */
export function ChooseStatusDialog({ workCenter, statuses, isOpen, onClose }: ChooseStatusDialogProps) {
  const { t } = useTexts('chosenStatus')
  const format = useFormat()
  const variables = { workCenterId: workCenter.id }
  const [result] = useQuery({ query: ChosenStatusDocument, variables, pause: !isOpen, requestPolicy: 'network-only' })
  const { run: choose, sent, isBusy: isChoosing } = useChange(ChooseStatusDocument)
  const { run: end, isBusy: isEnding } = useChange(EndChosenStatusDocument)
  const [problems, setProblems] = useState<readonly ApiProblem[]>([])
  const chosen = result.data?.workCenter?.manualStatus ?? null
  const tell = (found: readonly ApiProblem[], said: string) => {
    setProblems(found)
    if (found.length > 0) return
    showToast(said)
    onClose()
  }
  const isBusy = isChoosing || isEnding
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title', { name: workCenter.name })} closeLabel={t('state.close')}>
      <p className={classes['about']}>{t('about')}</p>
      <ul className={classes['statuses']}>
        {statuses.map((status) => (
          <li key={status.id}>
            <button
              type="button"
              className={classes['status']}
              aria-pressed={status.id === (sent?.statusRuleId ?? chosen?.statusRule?.id)}
              disabled={isBusy}
              onClick={async () =>
                tell((await choose({ ...variables, statusRuleId: status.id })).problems, t('done', { name: status.name }))
              }
            >
              <span className={classes['dot']} style={{ background: status.color }} />
              {status.name}
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <p className={classes['about']}>
          {t('since', { name: chosen.statusRule?.name ?? '', time: format.dateTime(Date.parse(chosen.timeStart)) })}
          {chosen.createdBy !== null && ` · ${chosen.createdBy.fullName}`}
        </p>
      )}
      {problems.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {chosen !== null && (
        <DialogActions>
          <ActionButton isBusy={isEnding} onClick={async () => tell((await end(variables)).problems, t('ended'))}>
            {t('end')}
          </ActionButton>
        </DialogActions>
      )}
    </Dialog>
  )
}

import { useState } from 'react'
import type { ApiProblem } from '#web/api/problems.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ConfirmSheet.module.css'
import { confirmedMeanwhile } from './meanwhile.view.ts'

type ConfirmedMeanwhileProps = {
  readonly problems: readonly ApiProblem[]
  /** Asks what waits now; what was typed stays as far as it is not of the count. */
  readonly onCountAgain: () => Promise<void>
}

/** Returns who confirmed since the sheet was opened, and when, with the way on; nothing where it was refused for another reason. */
export function ConfirmedMeanwhile({ problems, onCountAgain }: ConfirmedMeanwhileProps) {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const faster = confirmedMeanwhile(problems)
  if (faster === null) return null
  const time = format.time(faster.at)
  const again = async () => {
    setBusy(true)
    await onCountAgain()
    setBusy(false)
  }
  const said = faster.name === null ? t('meanwhile.nobody', { time }) : t('meanwhile.by', { name: faster.name, time })
  return (
    <>
      <Alert className={classes['problem']}>{`${said} ${t('meanwhile.stays')}`}</Alert>
      <ActionButton isBusy={isBusy} onClick={() => void again()}>
        {t('meanwhile.again')}
      </ActionButton>
    </>
  )
}

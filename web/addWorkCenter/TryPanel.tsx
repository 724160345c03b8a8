import { useState } from 'react'
import { AddTrialMachineDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './AddWorkCenter.module.css'
import type { TrialDevice } from './trial.view.ts'

/** A trial machine that was made, with what its device sends by. */
export type Tried = TrialDevice & { readonly workCenterId: number }

/** Returns the way for somebody without a device: a machine to try with, fed by a phone or one command. */
export function TryPanel({ onMade }: { readonly onMade: (made: Tried) => void }) {
  const { t } = useTexts('addWorkCenter')
  const format = useFormat()
  const isDemo = isInDemo(useViewer())
  const { isBusy, run: make } = useChange(AddTrialMachineDocument)
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const sentence = (problem: ApiProblem): string => {
    const { retryAfter } = problem.params
    return problem.code === 'TOO_MANY_REQUESTS' && typeof retryAfter === 'number'
      ? t('trial.tooMany', { duration: format.duration(retryAfter * 1000) })
      : problemText(t, problem)
  }
  const start = async () => {
    setRefused(null)
    const { data, problems } = await make({ name: t('trial.name') })
    const [problem] = problems
    if (problem !== undefined) return setRefused(problem)
    if (data == null) return undefined
    const { deviceId, secret, workCenter } = data.addTrialMachine
    return onMade({ deviceId, secret, workCenterId: workCenter.id })
  }
  return (
    <section className={classes['panel']} aria-labelledby="trial-title">
      <h2 id="trial-title">{t('trial.title')}</h2>
      <p>{t('trial.text')}</p>
      {isDemo && <p className={classes['meta']}>{t('trial.demo')}</p>}
      <p role="alert" className={classes['wrong']}>
        <Explained>{refused === null ? null : sentence(refused)}</Explained>
      </p>
      <div className={classes['actions']}>
        <ActionButton isMain isBusy={isBusy} onClick={() => void start()}>
          {t('trial.make')}
        </ActionButton>
      </div>
    </section>
  )
}

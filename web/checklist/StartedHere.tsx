import { useEffect, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { type KeptRun, keptRuns, runKey } from '#web/parts/handIn/keptRuns.ts'
import { showToast } from '#web/base/toast.ts'
import { useHandedInHere } from '#web/parts/handIn/useHandedInHere.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { logFailure } from '#web/ui/log.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ChecklistsPage.module.css'

type Run = KeptRun['run']
type StartedHereProps = { /** Goes on with what was begun at the instant (UTC ms). */ readonly onGoOn: (at: number) => void }

/** Returns the checklists that were begun on this device without a connection and are not handed in yet; nothing where there are none (domain.md CL-10). */
export function StartedHere({ onGoOn }: StartedHereProps) {
  const { t } = useTexts('checklist')
  const { id, company } = useViewer()
  const owner = `${id}@${company?.id ?? ''}`
  const handedIn = useHandedInHere()
  const [runs, setRuns] = useState<readonly Run[]>([])
  useEffect(() => {
    let isGone = false
    keptRuns.list().then(
      (rows) => {
        if (!isGone) setRuns(rows.filter((row) => row.owner === owner && row.run.id < 0).map(({ run }) => run))
      },
      (error: unknown) => logFailure('What was begun here could not be read', error),
    )
    return () => {
      isGone = true
    }
  }, [owner])
  const open = runs.filter((run) => !handedIn.has(run.id))
  if (open.length === 0) return null
  const putBack = (run: Run) => {
    setRuns((before) => [...before, run])
    keptRuns
      .put({ key: runKey(owner, run.id), owner, madeAt: -run.id, run })
      .catch((error: unknown) => logFailure('What was begun here could not be put back', error))
  }
  const drop = (run: Run) => {
    setRuns((before) => before.filter((one) => one !== run))
    keptRuns.remove(runKey(owner, run.id)).catch((error: unknown) => logFailure('What was begun here could not be removed', error))
    showToast(t('here.dropped', { name: run.checklist?.name ?? '' }), { label: t('list.undo'), run: () => putBack(run) })
  }
  return (
    <section className={classes['place']} aria-labelledby="here">
      <h2 id="here">{t('here.title')}</h2>
      <p className={classes['muted']}>{t('here.help')}</p>
      <ul className={classes['cards']}>
        {open.map((run) => (
          <Begun key={run.id} run={run} onGoOn={() => onGoOn(-run.id)} onDrop={() => drop(run)} />
        ))}
      </ul>
    </section>
  )
}

type BegunProps = { readonly run: Run; readonly onGoOn: () => void; readonly onDrop: () => void }

function Begun({ run, onGoOn, onDrop }: BegunProps) {
  const { t } = useTexts('checklist')
  const { timeZone } = useFormat()
  const format = useZoneFormat(run.workCenter?.timeZone ?? timeZone)
  return (
    <li className={classes['card']} data-open>
      <span className={classes['name']}>
        {run.checklist?.name} · {run.workCenter?.name}
      </span>
      <span className={classes['muted']}>{t('here.since', { time: format.dateTime(Date.parse(run.dueAt)) })}</span>
      <div className={classes['cardEnd']}>
        <ActionButton isMain onClick={onGoOn}>
          {t('goOn')}
        </ActionButton>
        <ActionButton onClick={onDrop}>{t('here.drop')}</ActionButton>
      </div>
    </li>
  )
}

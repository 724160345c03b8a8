import { CALIBRATION_MS } from '#engine/energy/calibration.ts'
import { CancelCalibrationDocument, StartCalibrationDocument } from '#web/api/generated/graphql.ts'
import { useFreshness } from '#web/api/fresh.ts'
import { useChange } from '#web/api/useChange.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useNow } from '#web/ui/clock.ts'
import { formatTimer } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'
import classes from './specification.module.css'

const FIRST_VALUE_MS = 5_000
const FAILURES = ['CALIBRATION_NO_DATA', 'CALIBRATION_LOW_COVERAGE', 'CALIBRATION_TOO_LITTLE_LOAD', 'CONSTANTS_CHANGED'] as const

type CalibrationCardProps = {
  readonly workCenter: SettingsWorkCenter
  readonly isReadOnly: boolean
  readonly refetch: () => void
  /** Leads to the field of the nominal power. */
  readonly onOverride: () => void
}

/**
 * Returns the calibration of nominal power: ten minutes under normal load, with the present power; then the result and the next steps (domain.md
 * S-12, U-25).
 */
export function CalibrationCard({ workCenter, isReadOnly, refetch, onOverride }: CalibrationCardProps) {
  const { t } = useTexts('specification')
  const { locale } = useFormat()
  const starting = useChange(StartCalibrationDocument)
  const cancelling = useChange(CancelCalibrationDocument)
  const { id, calibrationState, calibrationStart, calibrationFailure, nominalPower, isCalibrated } = workCenter
  const isRunning = calibrationState === 'RUNNING' && calibrationStart !== null
  useFreshness({ workCenterIds: [id], kinds: ['settings'] }, () => Promise.resolve(refetch()), { pause: !isRunning })
  const run = async (work: typeof starting | typeof cancelling) => {
    const [problem] = (await work.run({ workCenterId: id })).problems
    if (problem !== undefined) showToast(problemText(t, problem))
    refetch()
  }
  const failure = FAILURES.find((one) => one === calibrationFailure) ?? 'UNKNOWN'
  const isDone = calibrationState === 'DONE' && isCalibrated
  const isTried = isDone || calibrationState === 'FAILED'
  return (
    <div className={classes['calibration']} data-state={calibrationState ?? undefined}>
      {isRunning ? (
        <Running workCenterId={id} startedAt={Date.parse(calibrationStart)} />
      ) : (
        <div>
          <h3>{t('calibration.title')}</h3>
          <p role="status">
            {isDone && t('calibration.done', { value: numberText(nominalPower, locale) })}
            {calibrationState === 'FAILED' && <strong className={classes['failed']}>{t(`failure.${failure}`)}</strong>}
          </p>
          {calibrationState === 'FAILED' && nominalPower !== null && (
            <p>{t('calibration.oldStays', { value: numberText(nominalPower, locale) })}</p>
          )}
          {!isReadOnly && <p className={classes['muted']}>{t(isDone ? 'calibration.accept' : 'calibration.how')}</p>}
        </div>
      )}
      {!isReadOnly && (
        <div className={classes['ways']}>
          {isRunning ? (
            <ActionButton isBusy={cancelling.isBusy} onClick={() => void run(cancelling)}>
              {t('calibration.cancel')}
            </ActionButton>
          ) : (
            <>
              <ActionButton isMain={!isDone} isBusy={starting.isBusy} onClick={() => void run(starting)}>
                {t(isTried ? 'calibration.again' : 'calibration.start')}
              </ActionButton>
              {isDone && <ActionButton onClick={onOverride}>{t('calibration.override')}</ActionButton>}
            </>
          )}
        </div>
      )}
    </div>
  )
}

const RADIUS = 34
const LENGTH = 2 * Math.PI * RADIUS

function Running({ workCenterId, startedAt }: { readonly workCenterId: number; readonly startedAt: number }) {
  const { t } = useTexts('specification')
  const format = useFormat()
  const now = useNow()
  const live = useLiveWorkCenter(workCenterId)
  const progress = Math.min(1, Math.max(0, (now - startedAt) / CALIBRATION_MS))
  const leftMs = Math.max(0, startedAt + CALIBRATION_MS - now)
  const power = live?.values['POWER']?.value ?? null
  // The first value of a page that was just opened needs a moment; of a machine that never sent anything none ever comes.
  const isWaiting = !useDelayed(live === undefined, FIRST_VALUE_MS) && live === undefined
  const isSilent = live?.status?.kind === 'NO_DATA' || power === null
  return (
    <div className={classes['running']}>
      <div
        className={classes['ring']}
        role="progressbar"
        aria-label={t('calibration.progress')}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <svg width={80} height={80} viewBox="0 0 80 80" aria-hidden focusable={false}>
          <circle className={classes['track']} cx={40} cy={40} r={RADIUS} />
          <circle
            className={classes['arc']}
            cx={40}
            cy={40}
            r={RADIUS}
            strokeDasharray={`${LENGTH * progress} ${LENGTH}`}
            transform="rotate(-90 40 40)"
          />
        </svg>
        <span aria-hidden>{formatTimer(leftMs)}</span>
      </div>
      <div>
        <h3>{t('calibration.running')}</h3>
        <p>{t(leftMs === 0 ? 'calibration.finishing' : 'calibration.load')}</p>
        {!isWaiting && (
          <p className={classes['power']}>
            {isSilent ? t('calibration.noPower') : t('calibration.power', { value: format.number(power, 2) })}
          </p>
        )}
      </div>
    </div>
  )
}

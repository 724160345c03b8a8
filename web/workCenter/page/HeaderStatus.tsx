import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import type { StatusStyle } from '#web/parts/statusStyle.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { MendLink } from '../MendLink.tsx'
import classes from './WorkCenterHeader.module.css'

type HeaderStatusProps = {
  readonly workCenterId: number
  readonly deviceId: string | null | undefined
  readonly name: string
  readonly style: StatusStyle
}

/** Returns the status now with its icon and timer. On small screens this line alone stays in view, so it names the machine as well. */
export function HeaderStatus({ workCenterId, deviceId, name: machine, style }: HeaderStatusProps) {
  const { t } = useCommonTexts()
  const names = useLiveName()
  const live = useLiveWorkCenter(workCenterId)
  const status = live?.status ?? null
  const name = names.nameOf(live)
  return (
    <div className={`${classes['toned']} ${classes['status']}`} data-style={style}>
      <StatusIcon style={style} size={18} />
      <span className={classes['statusName']}>
        {name}
        {name !== names.statusOf(live) && <span className={classes['cause']}> · {names.statusOf(live)}</span>}
        {status?.noDataCause != null && <span className={classes['cause']}> · {t(`cause.${status.noDataCause}`)}</span>}
        <span className={classes['statusOf']} aria-hidden>
          {' '}
          · {machine}
        </span>
      </span>
      {style === 'notSetUp' && <MendLink deviceId={deviceId} cause="noRules" className={classes['setUp']} />}
      {status !== null && <Timer since={status.since} />}
    </div>
  )
}

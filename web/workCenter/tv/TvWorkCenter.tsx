import { useMemo } from 'react'
import { publicViewOf } from '#engine/workCenter/publicView.ts'
import { useLiveWorkCenter, useStatusTrail } from '#web/api/live.ts'
import { instant } from '#web/api/liveFromQuery.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { MachineScreen, type ScreenWords } from '#web/parts/screen/MachineScreen.tsx'
import { liveColor, liveStyle } from '#web/parts/liveLook.ts'
import { statusKey } from '#web/parts/statusStyle.ts'
import { statusSpans, trailAfter } from '#web/parts/timeline/statusSpans.ts'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { LoadedWorkCenter } from '../page/WorkCenterHeader.tsx'
import { useStaleness } from '../useStaleness.ts'
import { TvFrame } from '#web/parts/tv/TvFrame.tsx'

export type TvWorkCenterProps = { readonly workCenter: LoadedWorkCenter; readonly onExit: () => void }

/** Returns one work center for the screen of a hall (U-29), as its public page shows it too. */
export function TvWorkCenter({ workCenter, onExit }: TvWorkCenterProps) {
  const { t } = useTexts('tv')
  const format = useFormat()
  const live = useLiveWorkCenter(workCenter.id)
  const trail = useStatusTrail(workCenter.id)
  const { nameOf } = useLiveName()
  const staleSince = useStaleness(workCenter.id)
  const readAt = workCenter.live ? instant(workCenter.live.at) : null
  const spans = useMemo(() => statusSpans(workCenter.shiftStrip, trailAfter(trail, readAt)), [workCenter.shiftStrip, trail, readAt])
  const { targetOee, targetAvailability, targetPerformance, targetQuality } = workCenter
  const frame = {
    name: workCenter.name,
    timeZone: format.timeZone,
    unit: workCenter.outputMeasurementUnit,
    targets: {
      oee: targetOee ?? null,
      availability: targetAvailability ?? null,
      performance: targetPerformance ?? null,
      quality: targetQuality ?? null,
    },
  }
  return (
    <TvFrame title={t('titleOf', { name: workCenter.name })} head={null} onExit={onExit}>
      <MachineScreen
        view={publicViewOf(frame, live ?? null, serverNow())}
        look={{ style: liveStyle(live), color: liveColor(live), word: nameOf(live), note: null }}
        spans={spans}
        words={useScreenWords()}
        format={format}
        isStale={staleSince !== null}
        notice={staleSince !== null && t('state.lastData', { time: format.time(staleSince) })}
      />
    </TvFrame>
  )
}

function useScreenWords(): ScreenWords {
  const { t } = useTexts('tv')
  const unit = useUnitName()
  return {
    status: (kind, cause) => t(statusKey(kind, cause)),
    cause: (cause) => t(`cause.${cause}`),
    shift: (name, from, to) => t('shift.current', { name, from, to }),
    noShift: t('shift.none'),
    oee: t('oee.oee'),
    availability: t('oee.availability'),
    performance: t('oee.performance'),
    quality: t('oee.quality'),
    target: (target) => t('oee.target', { target }),
    output: t('output.total'),
    noOutput: t('output.none'),
    rejected: (value, count) => t('output.rejectedShort', { value, count }),
    behind: (value) => t('behind', { value }),
    unit,
  }
}

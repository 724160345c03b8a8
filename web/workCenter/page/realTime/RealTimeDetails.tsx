import { useUnitName } from '#web/parts/useUnitName.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { LoadedWorkCenter } from '../WorkCenterHeader.tsx'
import { SensorsRow } from './SensorsRow.tsx'

export type RealTimeDetailsProps = { readonly workCenter: LoadedWorkCenter; readonly bounds: TimeWindow }

/** Returns the details below the shift on the real-time tab: all sensors. */
export function RealTimeDetails({ workCenter, bounds }: RealTimeDetailsProps) {
  const unit = useUnitName()(workCenter.outputMeasurementUnit)
  return <SensorsRow workCenterId={workCenter.id} bounds={bounds} unit={unit} />
}

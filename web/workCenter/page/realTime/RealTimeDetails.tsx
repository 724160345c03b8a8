import { useUnitName } from '#web/parts/useUnitName.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { LoadedWorkCenter } from '../WorkCenterHeader.tsx'
import { ActiveOrders } from './ActiveOrders.tsx'
import { SensorsRow } from './SensorsRow.tsx'

export type RealTimeDetailsProps = { readonly workCenter: LoadedWorkCenter; readonly bounds: TimeWindow }

/** Returns the details below the shift on the real-time tab: orders in progress and all sensors. */
export function RealTimeDetails({ workCenter, bounds }: RealTimeDetailsProps) {
  const unit = useUnitName()(workCenter.outputMeasurementUnit)
  return (
    <>
      {workCenter.deviceId != null && <ActiveOrders deviceId={workCenter.deviceId} unit={unit} />}
      <SensorsRow workCenterId={workCenter.id} bounds={bounds} unit={unit} />
    </>
  )
}

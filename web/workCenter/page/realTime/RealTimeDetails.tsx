import { useUnitName } from '#web/parts/useUnitName.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import panels from '../RealTimeTab.module.css'
import type { LoadedWorkCenter } from '../WorkCenterHeader.tsx'
import { ActiveOrders } from './ActiveOrders.tsx'
import { SensorsRow } from './SensorsRow.tsx'

export type RealTimeDetailsProps = { readonly workCenter: LoadedWorkCenter; readonly bounds: TimeWindow }

/** Returns what stands under the shift on the real-time tab: the orders in progress and every sensor. */
export function RealTimeDetails({ workCenter, bounds }: RealTimeDetailsProps) {
  const unitName = useUnitName()
  return (
    <>
      {workCenter.deviceId != null && (
        <div className={`${panels['panel']} ${panels['wide']}`}>
          <ActiveOrders deviceId={workCenter.deviceId} unit={unitName(workCenter.outputMeasurementUnit)} />
        </div>
      )}
      <div className={`${panels['panel']} ${panels['wide']}`}>
        <SensorsRow workCenterId={workCenter.id} bounds={bounds} />
      </div>
    </>
  )
}

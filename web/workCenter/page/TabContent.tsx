import { Suspense, use } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useOutage } from '#web/base/useConnectionStyle.ts'
import { OutageContext } from '#web/ui/outage.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { RealTimeTab } from './RealTimeTab.tsx'
import { TabFailure } from '#web/parts/TabFailure.tsx'
import type { TabProps } from './tabProps.ts'
import type { Tab } from './tabs.ts'

const failed = () => <TabFailure />
const HistoryTab = lazyPart<TabProps>(
  () =>
    withTexts('sensorName', withTexts('history', withTexts('orderBorder', withTexts('table', import('../history/HistoryTab.tsx'))))).then(
      (module) => ({ default: module.HistoryTab }),
    ),
  failed,
)
const ShiftsTab = lazyPart<TabProps>(
  () =>
    withTexts('statistics', withTexts('table', import('../statistics/ShiftsTab.tsx'))).then((module) => ({ default: module.ShiftsTab })),
  failed,
)
const StatisticsTab = lazyPart<TabProps>(
  () =>
    withTexts('statistics', withTexts('table', withTexts('picture', import('../statistics/StatisticsTab.tsx')))).then((module) => ({
      default: module.StatisticsTab,
    })),
  failed,
)
const ByTimeTab = lazyPart<TabProps>(
  () => withTexts('statistics', import('../statistics/ByTimeTab.tsx')).then((module) => ({ default: module.ByTimeTab })),
  failed,
)

const PARTS = { history: HistoryTab, shifts: ShiftsTab, statistics: StatisticsTab, bytime: ByTimeTab }

/** Returns the content of the chosen tab; all but the real-time tab load on demand. */
export function TabContent({ tab, ...props }: TabProps & { readonly tab: Tab }) {
  const { t } = useCommonTexts()
  const outage = useOutage()
  const known = use(OutageContext)
  const Part = tab === 'realtime' ? null : PARTS[tab]
  return (
    <OutageContext value={outage === 'offline' ? t('state.offlineTab') : known}>
      {Part === null ? (
        <RealTimeTab workCenter={props.workCenter} />
      ) : (
        <Suspense fallback={<LateSkeleton />}>
          <Part {...props} />
        </Suspense>
      )}
    </OutageContext>
  )
}

function LateSkeleton() {
  const { t } = useCommonTexts()
  const isSlow = useDelayed(true)
  return isSlow ? <PageSkeleton label={t('state.loading')} /> : null
}

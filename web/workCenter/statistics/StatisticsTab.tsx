import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import type { TabProps } from '../page/tabProps.ts'

/** Returns the statistics of the period. */
export function StatisticsTab(_props: TabProps) {
  const { t } = useTranslation()
  return <PageSkeleton label={t('state.loading')} />
}

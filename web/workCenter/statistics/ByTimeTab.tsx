import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import type { TabProps } from '../page/tabProps.ts'

/** Returns the period by hours and days. */
export function ByTimeTab(_props: TabProps) {
  const { t } = useTranslation()
  return <PageSkeleton label={t('state.loading')} />
}

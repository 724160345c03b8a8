import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '../page/PageSkeleton.tsx'
import type { TabProps } from '../page/tabProps.ts'

/** Returns the past of a work center. */
export function HistoryTab(_props: TabProps) {
  const { t } = useTranslation()
  return <PageSkeleton label={t('state.loading')} />
}

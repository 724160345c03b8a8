import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/base/loadChunk.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import classes from './ApiKeys.module.css'
import { KeyPanel } from './KeyPanel.tsx'

/** The product's own word in the address `/{provider}-api` (spec 000 §2). */
const PROVIDER = 'trueline'
const TABS = ['keys', 'docs'] as const

const DocumentationPanel = lazy(() => loadChunk(() => import('./DocumentationPanel.tsx')))

/** Returns the keys of the company and the documentation of the API, each on its tab (spec 000 §2, U-27); another provider's word leads to /boxes. */
export function ApiKeysPage() {
  const { t } = useTexts('apiKey')
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  const search = useSearch({ from: '/{$provider}-api' })
  const navigate = useNavigate({ from: '/{$provider}-api' })
  usePageTitle(t('title'))
  if (params['provider'] !== PROVIDER) return <Navigate to="/boxes" replace />
  const tab = search.tab === 'docs' ? 'docs' : 'keys'
  return (
    <div className={classes['page']}>
      <PageHeading>{t('title')}</PageHeading>
      <ChoiceGroup
        label={t('tabs')}
        isLabelHidden
        value={tab}
        choices={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
        onChange={(next) => void navigate({ to: '.', search: { tab: next === 'keys' ? undefined : next } })}
      />
      {tab === 'keys' ? (
        <KeyPanel />
      ) : (
        <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
          <DocumentationPanel />
        </Suspense>
      )}
    </div>
  )
}

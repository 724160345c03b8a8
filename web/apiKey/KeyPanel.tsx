import { useState } from 'react'
import { mayManageKeys } from '#engine/company/mayEditCompany.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ApiKeysDocument, DeleteApiKeyDocument, type ApiKeysQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './ApiKeys.module.css'
import { KeyTable } from './KeyTable.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'

type Key = ApiKeysQuery['apiKeys'][number]

const NOTHING = {}

/** Returns the list of the company's keys with the ways to make one and to revoke one (spec 000 §5: each needs a confirmation). */
export function KeyPanel() {
  const { t } = useTexts('apiKey')
  const viewer = useViewer()
  const [result, ask] = useFreshQuery(ApiKeysDocument, NOTHING, { workCenterIds: null, kinds: ['apiKey'] })
  const { isBusy, run: deleteKey } = useChange(DeleteApiKeyDocument)
  const [revoked, setRevoked] = useState<Key | null>(null)
  const [isMaking, setMaking] = useState(false)
  const keys = result.data?.apiKeys
  const isSlow = useDelayed(result.fetching && keys === undefined)
  const mayChange = mayManageKeys(viewer)
  const refresh = () => ask()
  const revoke = async (key: Key) => {
    const { problems } = await deleteKey({ id: key.id })
    setRevoked(null)
    refresh()
    showToast(problems.length === 0 ? t('revoked', { name: key.name }) : t('revokeFailed', { name: key.name }))
  }
  const newKey = (
    <ActionButton isMain onClick={() => setMaking(true)}>
      {t('create')}
    </ActionButton>
  )
  return (
    <section className={classes['panel']} aria-label={t('tab.keys')}>
      <div className={classes['intro']}>
        <p>{t('intro')}</p>
        {mayChange && keys !== undefined && keys.length > 0 && newKey}
      </div>
      {result.error !== undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refresh} />}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {keys?.length === 0 && (
        <EmptyState title={t('empty')} text={t('emptyText')}>
          {mayChange && newKey}
        </EmptyState>
      )}
      {keys !== undefined && keys.length > 0 && <KeyTable keys={keys} onRevoke={mayChange ? setRevoked : null} />}
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} onMade={refresh} />}
      <ConfirmDialog
        isOpen={revoked !== null}
        title={t('revokeTitle', { name: revoked?.name ?? '' })}
        confirmLabel={t('revoke')}
        cancelLabel={t('cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={isBusy}
        onConfirm={() => {
          if (revoked !== null) void revoke(revoked)
        }}
        onClose={() => setRevoked(null)}
      >
        <p>{t('revokeText')}</p>
      </ConfirmDialog>
    </section>
  )
}

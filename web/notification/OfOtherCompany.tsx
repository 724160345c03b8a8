import { useViewer } from '#web/api/viewer.ts'
import { switchCompany } from '#web/base/tenant.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from '#web/parts/rules/notifications.module.css'

/** Returns of which company the message is that led here, and the way there, when it is not the one that is looked at. */
export function OfOtherCompany({ id, companyId }: { readonly id: string; readonly companyId: string }) {
  const { t } = useTexts('notification')
  const viewer = useViewer()
  const company = viewer.companies.find((one) => one.id === companyId)
  if (company === undefined || company.id === viewer.company?.id) return null
  return (
    <div role="status" className={classes['actions']}>
      <span>{t('elsewhere.text', { name: company.name })}</span>
      <ActionButton isMain onClick={() => switchCompany(company, `/notifications?id=${encodeURIComponent(id)}`)}>
        {t('elsewhere.switch', { name: company.name })}
      </ActionButton>
    </div>
  )
}

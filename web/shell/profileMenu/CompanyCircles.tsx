import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { useViewer, type ViewerCompany } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { switchCompany } from '#web/base/tenant.ts'
import { initialsOf } from '#web/base/viewer.ts'
import classes from './ProfilePanel.module.css'

/** Returns the companies as circles, the current one ringed, the demo last, and the circle that adds one (spec 000 §2, U-14). */
export function CompanyCircles({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTexts('profileMenu')
  const viewer = useViewer()
  return (
    <div className={classes['companies']} role="group" aria-label={t('company.title')}>
      {viewer.companies.map((company) => {
        const isCurrent = company.id === viewer.company?.id
        return (
          <DropdownItem
            key={company.id}
            className={classes['company']}
            isChecked={isCurrent}
            label={isCurrent ? t('company.current', { name: company.name }) : t('company.switchTo', { name: company.name })}
            onClick={() => {
              if (!isCurrent) switchCompany(company)
            }}
          >
            <span className={classes['circle']}>{circleOf(company, t('company.demo'))}</span>
            <span className={classes['name']}>{company.name}</span>
          </DropdownItem>
        )
      })}
      <DropdownItem className={classes['company']} label={t('company.add')} onClick={onAdd}>
        <span className={classes['circle']} data-add>
          <Icon name="plus" />
        </span>
        <span className={classes['name']}>{t('company.add')}</span>
      </DropdownItem>
    </div>
  )
}

function circleOf(company: ViewerCompany, demo: string) {
  if (company.photoUrl !== null) return <img src={company.photoUrl} alt="" />
  return company.id === DEMO_COMPANY_ID ? demo : initialsOf(company.name)
}

import { useId, type ReactNode } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { AddCompanyButton } from './AddCompanyButton.tsx'
import classes from './FirstStart.module.css'
import { MessageToCopy } from './MessageToCopy.tsx'

/** Returns the page of a person who belongs to no company yet: the three ways into one (U-28). */
export default function NoCompany() {
  const { t } = useTexts('firstStart')
  const { email } = useViewer()
  usePageTitle(t('noCompany.title'))
  return (
    <div className={classes['page']}>
      <PageHeading>{t('noCompany.title')}</PageHeading>
      <p className={classes['lead']}>{t('noCompany.text')}</p>
      <div className={classes['ways']}>
        <Way title={t('noCompany.create')} text={t('noCompany.createText')}>
          <AddCompanyButton isMain />
        </Way>
        <Way title={t('noCompany.invited')} text={t('noCompany.invitedText', { email })} />
        <Way title={t('noCompany.ask')} text={t('noCompany.askText')}>
          <MessageToCopy message={t('noCompany.message', { email })} />
        </Way>
      </div>
    </div>
  )
}

function Way({ title, text, children }: { readonly title: string; readonly text: string; readonly children?: ReactNode }) {
  const id = useId()
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}

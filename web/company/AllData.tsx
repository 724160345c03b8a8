import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExportCompanyDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import classes from './EnergyTariffs.module.css'

/** Returns the export of all data of the company, which a background job makes; the job's row has the file. */
export function AllData() {
  const { t } = useTexts('company')
  const taking = useChange(ExportCompanyDocument)
  const [isAsked, setAsked] = useState(false)
  const start = async () => {
    const { problems } = await taking.run({})
    setAsked(problems.length === 0)
  }
  return (
    <FormSection title={t('allData.title')} help={t('allData.help')}>
      <p className={classes['muted']} role="status">
        {isAsked && (
          <>
            {t('allData.asked')} <Link to="/jobs">{t('allData.toJobs')}</Link>
          </>
        )}
      </p>
      {taking.problems[0] !== undefined && <Alert>{problemText(t, taking.problems[0])}</Alert>}
      <div>
        <ActionButton isBusy={taking.isBusy} onClick={() => void start()}>
          {t('allData.export')}
        </ActionButton>
      </div>
    </FormSection>
  )
}

import { EnterCompanyDocument, LeaveCompanyDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { holdTenant, switchCompany } from '#web/base/tenant.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { FormEnd } from './FormEnd.tsx'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

const REASON_MAX_LENGTH = 500

type VisitPanelProps = { readonly company: string | null; readonly endsOn: string | null }

/** Returns the way of the provider's people into a company, and out of the one that they visit (domain.md G-23). */
export function VisitPanel({ company, endsOn }: VisitPanelProps) {
  const { t } = useTexts('profile')
  const format = useFormat()
  const leaving = useChange(LeaveCompanyDocument)
  const { run: enter } = useChange(EnterCompanyDocument)
  const required = (field: 'companyId' | 'reason', value: string) => (value.trim() === '' ? [{ code: 'REQUIRED' as const, field }] : [])
  const form = useForm({
    initial: { companyId: '', reason: '' },
    check: ({ companyId, reason }) => [...required('companyId', companyId), ...required('reason', reason)],
    save: async ({ companyId, reason }) => {
      const { data, problems } = await enter({ companyId: companyId.trim().toUpperCase(), reason: reason.trim() })
      if (data) switchCompany(data.enterCompany)
      return problems
    },
  })
  const leave = async () => {
    const { problems } = await leaving.run({})
    if (problems.length > 0) return showToast(problemText(t, problems[0] ?? { code: 'VISIT_NOT_FOUND' }))
    // The next page asks which companies are left.
    holdTenant(null)
    location.assign('/')
  }
  return (
    <Section title={t('visit.title')} text={t('visit.text')}>
      {endsOn !== null && company !== null && (
        <div className={classes['row']}>
          <strong>{t('visit.now', { company, time: format.dateTime(Date.parse(endsOn)) })}</strong>
          <ActionButton isDanger isBusy={leaving.isBusy} onClick={() => void leave()}>
            {t('visit.leave', { company })}
          </ActionButton>
        </div>
      )}
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        <TextField {...fieldOf(form, 'companyId', (problem) => problemText(t, problem))} label={t('visit.company')} />
        <TextField
          {...fieldOf(form, 'reason', (problem) => problemText(t, problem))}
          label={t('visit.reason')}
          isLong
          maxLength={REASON_MAX_LENGTH}
        />
        <FormEnd form={form} label={t('visit.enter')} />
      </form>
    </Section>
  )
}

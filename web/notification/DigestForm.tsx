import { useState } from 'react'
import { NotificationDigestDocument, type NotificationDigestQuery, SaveNotificationDigestDocument } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { LeaveGuard } from '#web/parts/LeaveGuard.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './Preferences.module.css'

type Stored = NotificationDigestQuery['notificationDigest']
const EVERY = ['NEVER', 'DAY', 'WEEK'] as const
const USUAL_AT = '07:00'
const NOTHING = {}

/** Returns when the viewer is sent a summary of their notifications, and how that is changed (domain.md AL-27). */
export function DigestForm() {
  const { t } = useTexts('notification')
  const [{ data }, ask] = useFreshQuery(NotificationDigestDocument, NOTHING, { workCenterIds: null, kinds: ['people'] })
  const stored = data?.notificationDigest ?? null
  return (
    <section className={classes['part']} aria-labelledby="digest">
      <h2 id="digest">{t('mine.digest')}</h2>
      <p className={classes['muted']}>{t('mine.digestHelp')}</p>
      {data !== undefined && <PlanForm key={`${stored?.every ?? ''}/${stored?.at ?? ''}`} stored={stored} onSaved={ask} />}
    </section>
  )
}

function PlanForm({ stored, onSaved }: { readonly stored: Stored; readonly onSaved: () => void }) {
  const { t } = useTexts('notification')
  const { run, isBusy, problemOf } = useChange(SaveNotificationDigestDocument)
  const [every, setEvery] = useState<(typeof EVERY)[number]>(stored?.every ?? 'NEVER')
  const [at, setAt] = useState(stored?.at ?? USUAL_AT)
  const problem = problemOf('at')
  const isDirty = every !== (stored?.every ?? 'NEVER') || (every !== 'NEVER' && at !== (stored?.at ?? USUAL_AT))
  const save = async () => {
    const { problems } = await run({ input: every === 'NEVER' ? null : { every, at } })
    const [first] = problems
    if (first === undefined) {
      onSaved()
      showToast(t('mine.saved'))
    } else if (first.field !== 'at') showToast(problemText(t, first))
  }
  return (
    <form
      className={classes['quiet']}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SelectField
        name="digestEvery"
        label={t('mine.digestWhen')}
        value={every}
        options={EVERY.map((value) => ({ value, label: t(`mine.digestEvery.${value}`) }))}
        onChange={(value) => setEvery(EVERY.find((one) => one === value) ?? 'NEVER')}
      />
      {every !== 'NEVER' && (
        <TextField
          name="digestAt"
          label={t('mine.digestAt')}
          inputMode="numeric"
          maxLength={5}
          value={at}
          onChange={setAt}
          error={problem === null ? null : problemText(t, problem)}
        />
      )}
      <ActionButton isMain isSubmit isBusy={isBusy} isDisabled={!isDirty}>
        {t('mine.save')}
      </ActionButton>
      <LeaveGuard isDirty={isDirty} />
    </form>
  )
}

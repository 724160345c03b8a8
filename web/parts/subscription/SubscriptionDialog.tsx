import { useRef } from 'react'
import { useQuery } from 'urql'
import { PERIODICITIES, type ReportType } from '#engine/report/reportKind.ts'
import { formatsOf, maySubscribeOthers, periodicitiesOf } from '#engine/report/subscription.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import {
  AddSubscriptionDocument,
  ChangeSubscribersDocument,
  ChangeSubscriptionDocument,
  SubscriptionPeopleDocument,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { TimeField } from '#web/parts/field/TimeField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { LOCALE_NAMES } from '#web/ui/locale.ts'
import {
  changedValues,
  emailsOf,
  inputOf,
  placeOf,
  problemsOfValues,
  readdressedOf,
  valuesOf,
  valuesOfPlace,
  zoneOfSending,
  type SubscriptionRow,
  type SubscriptionValues,
} from './subscription.view.ts'
import classes from './Subscriptions.module.css'
import { ViewField } from './ViewField.tsx'

export type SubscriptionDialogProps = {
  readonly edited: SubscriptionRow | 'new' | null
  readonly places: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[]
  /** Left out where one work center is at hand. */
  readonly groups?: readonly { readonly id: number; readonly name: string }[]
  /** Of what is sent of several work centers; null while it is not known. */
  readonly companyZone: string | null
  /** Whether the company lets reports be sent to addresses outside it. */
  readonly mayMailOutside?: boolean
  readonly types: readonly ReportType[]
  readonly workCenterId: number | null
  /** What a new one begins with. */
  readonly begins?: Partial<SubscriptionValues>
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns the dialog in which a report is chosen that is sent by itself: what, when, to whom. */
export function SubscriptionDialog(props: SubscriptionDialogProps) {
  const { t } = useTexts('subscription')
  const { edited, onClose } = props
  return (
    <Dialog
      isOpen={edited !== null}
      onClose={onClose}
      title={edited === 'new' ? t('newTitle') : t('editTitle')}
      closeLabel={t('state.close')}
    >
      {edited !== null && <SubscriptionForm {...props} edited={edited === 'new' ? null : edited} />}
    </Dialog>
  )
}

function SubscriptionForm({
  edited,
  places,
  groups = [],
  companyZone,
  mayMailOutside = false,
  types,
  workCenterId,
  begins,
  onClose,
  onChanged,
}: Omit<SubscriptionDialogProps, 'edited'> & { readonly edited: SubscriptionRow | null }) {
  const { t } = useTexts('subscription')
  const viewer = useViewer()
  const maySendToOthers = maySubscribeOthers(viewer)
  const adding = useChange(AddSubscriptionDocument)
  const changing = useChange(ChangeSubscriptionDocument)
  const readdressing = useChange(ChangeSubscribersDocument)
  const [{ data: known }] = useQuery({ query: SubscriptionPeopleDocument, variables: {}, pause: !maySendToOthers })
  // Saved once, the rest is saved on what that made.
  const version = useRef(edited?.version ?? 0)
  const form = useForm<SubscriptionValues>({
    initial: valuesOf(edited, { types, workCenterId, viewerId: viewer.id, begins }),
    check: problemsOfValues,
    save: async (values) => {
      if (edited === null) {
        const userIds = [...values.userIds]
        const emails = [...emailsOf(values)]
        const { data, problems } = await adding.run({ input: { ...inputOf(values), userIds, ...(emails.length > 0 && { emails }) } })
        if (!data) return problems
      } else {
        const { data, problems } = await changing.run({ input: { ...inputOf(values), id: edited.id, version: version.current } })
        if (!data) return problems
        version.current = data.updateReport.version
      }
      const readdressed = edited !== null && maySendToOthers ? readdressedOf(edited, values) : null
      if (edited !== null && readdressed !== null) {
        const moved = await readdressing.run({ input: { id: edited.id, ...readdressed } })
        if (!moved.data) {
          onChanged()
          return moved.problems
        }
      }
      showToast(t('saved'))
      onChanged()
      onClose()
      return []
    },
  })
  const { values } = form
  const zone = zoneOfSending(values, { places, companyZone }) ?? edited?.zone ?? viewer.timeZone
  const timeLabel = values.periodicity === 'BY_SHIFTS' ? t('field.delay') : t('field.time', { zone })
  const change = (next: Partial<SubscriptionValues>) => {
    const changed = changedValues(values, next)
    for (const name of ['type', 'format', 'periodicity'] as const) if (changed[name] !== values[name]) form.set(name, changed[name])
  }
  const problem = (name: keyof SubscriptionValues) => {
    const found = form.problem(name)
    return found === null ? null : problemText(t, found)
  }
  const people = known?.users ?? []
  const wrongEmail = form.problem('emails')
  const wrongText = wrongEmail?.params?.['text']
  const emailProblem = typeof wrongText === 'string' ? t('wrongEmail', { text: wrongText }) : problem('emails')
  return (
    <form noValidate onSubmit={form.submit}>
      <SelectField
        name="type"
        label={t('field.type')}
        value={values.type}
        options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => change({ type: types.find((one) => one === value) ?? values.type })}
      />
      {values.type === 'VIEW' && (
        <ViewField
          value={values.view}
          kept={edited?.viewName ?? null}
          problem={problem('view')}
          onChange={(view) => form.set('view', view)}
        />
      )}
      <SelectField
        name="workCenterId"
        label={t('field.place')}
        value={placeOf(values)}
        options={[
          { value: '', label: t('allPlaces') },
          ...groups.map(({ id, name }) => ({ value: placeOf({ workCenterId: '', groupId: `${id}` }), label: t('group', { name }) })),
          ...places.map(({ id, name }) => ({ value: `${id}`, label: name })),
        ]}
        onChange={(value) => {
          const place = valuesOfPlace(value)
          form.set('workCenterId', place.workCenterId)
          form.set('groupId', place.groupId)
        }}
        error={problem('groupId') ?? problem('workCenterId')}
      />
      <SelectField
        name="periodicity"
        label={t('field.periodicity')}
        value={values.periodicity}
        options={periodicitiesOf(values.type).map((value) => ({ value, label: t(`periodicity.${value}`) }))}
        onChange={(value) => form.set('periodicity', PERIODICITIES.find((one) => one === value) ?? values.periodicity)}
      />
      <TimeField label={timeLabel} name={timeLabel} value={values.time} onChange={(time) => form.set('time', time)} />
      {problem('time') !== null && <Alert className={classes['problem']}>{problem('time')}</Alert>}
      <SelectField
        name="format"
        label={t('field.format')}
        value={values.format}
        options={formatsOf(values.type).map((value) => ({ value, label: value }))}
        onChange={(value) => change({ format: formatsOf(values.type).find((one) => one === value) ?? values.format })}
      />
      <SelectField
        name="language"
        label={t('field.language')}
        value={values.language}
        options={[{ value: '', label: t('ownLanguage') }, ...LANGUAGES.map((value) => ({ value, label: LOCALE_NAMES[value] }))]}
        onChange={(value) => form.set('language', value)}
      />
      {maySendToOthers && (
        <fieldset className={classes['people']}>
          <legend>{t('field.people')}</legend>
          {people.map(({ id, fullName }) => (
            <CheckField
              key={id}
              name={`user-${id}`}
              label={fullName}
              isChecked={values.userIds.includes(id)}
              onChange={(isChecked) =>
                form.set('userIds', isChecked ? [...values.userIds, id] : values.userIds.filter((one) => one !== id))
              }
            />
          ))}
        </fieldset>
      )}
      {maySendToOthers && (mayMailOutside || values.emails !== '') && (
        <TextField
          name="emails"
          label={t('field.emails')}
          type="email"
          isLong
          value={values.emails}
          onChange={(emails) => form.set('emails', emails)}
          help={t('emailsHelp')}
          error={emailProblem}
        />
      )}
      {problem('userIds') !== null && (
        <p role="alert" className={classes['problem']}>
          {t('noPeople')}
        </p>
      )}
      <CheckField name="waits" label={t('field.waits')} isChecked={values.waits} onChange={(isChecked) => form.set('waits', isChecked)} />
      {form.others.map((other) => (
        <Alert key={other.code} className={classes['problem']}>
          {problemText(t, other)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { INTEGRATION_SECRETS, INTEGRATION_SERVICES, isAnotherSystem, mayRemoveSecret } from '#engine/integration/integrationForm.ts'
import type { IntegrationSecret, IntegrationService } from '#engine/integration/integrationForm.ts'
import type { RestRecord } from '#engine/integration/rest/restAnswer.ts'
import {
  CheckIntegrationConnectionDocument,
  IntegrationSampleDocument,
  SaveIntegrationDocument,
  type CheckIntegrationConnectionQuery,
  type IntegrationCardFragment,
  type IntegrationProbeFactsFragment,
} from '#web/api/generated/graphql.ts'
import { problemsOf, type ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { CheckRequests } from './CheckRequests.tsx'
import { failureProblem } from './integration.view.ts'
import classes from './Integrations.module.css'
import { askedSecrets, restForm, restInput, sampleRecord, type RestForm } from './rest.view.ts'
import { RestFields, RestSignIn, type Samples } from './RestFields.tsx'

type ConnectionStepProps = {
  readonly integration: IntegrationCardFragment | null
  readonly onCancel: () => void
  readonly onTyped: () => void
  readonly onSaved: (integration: IntegrationCardFragment) => void
}
type Check = CheckIntegrationConnectionQuery['checkIntegrationConnection']
const CAPABILITIES = ['WORK_CENTERS', 'ORDERS', 'WORK_ORDERS', 'PLANNED_TIMES', 'CYCLE_TIMES', 'QUANTITIES', 'CLOSING'] as const

/** Of which a problem is said beside them. */
const FIELDS: readonly string[] = ['name', 'serviceUrl', 'database', 'login', 'certificate', 'keyEndsOn', ...INTEGRATION_SECRETS]
const NO_SECRETS = { apiKey: '', clientId: '', clientSecret: '', hmac: '' } as const satisfies Record<IntegrationSecret, string>
/** Returns the connection as a form, and what its check finds: what can be done, and what cannot. A stored key is never shown. */
export function ConnectionStep({ integration, onCancel, onTyped, onSaved }: ConnectionStepProps) {
  const { t } = useTexts('integration')
  const format = useFormat()
  const client = useClient()
  const save = useChange(SaveIntegrationDocument)
  const [isChecking, setChecking] = useState(false)
  const [check, setCheck] = useState<Check | null>(
    integration?.probe == null ? null : { probe: integration.probe, failure: null, requests: [] },
  )
  const [refused, setRefused] = useState<readonly ApiProblem[]>([])
  const [samples, setSamples] = useState<Samples>({ ORDERS: null, WORK_CENTERS: null })
  const [isReading, setReading] = useState(false)
  const [secrets, setSecrets] = useState<Readonly<Record<IntegrationSecret, string | null>>>(NO_SECRETS)
  const [rest, setRest] = useState(restForm(integration?.rest ?? null))
  const [service, setService] = useState<IntegrationService>(integration?.service ?? 'ODOO')
  const [values, setValues] = useState({
    name: integration?.name ?? 'Odoo',
    serviceUrl: integration?.serviceUrl ?? '',
    database: integration?.database ?? '',
    login: integration?.login ?? '',
    certificate: integration?.certificate ?? '',
    keyEndsOn: integration?.keyEndsOn ?? '',
    renewsKey: integration?.renewsKey ?? false,
    closesOrders: integration?.closesOrders ?? false,
  })
  /** Of the values as they are now: an answer about others says nothing of them. */
  const edition = useRef(0)
  const changed = () => {
    onTyped()
    edition.current += 1
    setCheck(null)
    setRefused([])
  }
  const set = (next: Partial<typeof values>) => {
    changed()
    setValues((before) => ({ ...before, ...next }))
  }
  const setOfRest = (next: Partial<RestForm>) => {
    changed()
    setRest((before) => ({ ...before, ...next }))
  }
  const isOdoo = service === 'ODOO'
  const isTryton = service === 'TRYTON'
  const isOfFiles = service === 'CSV'
  const asked = askedSecrets(service, rest.auth)
  const input = {
    ...values,
    ...(integration && { id: integration.id }),
    service,
    ...(service === 'REST' && { rest: restInput(rest) }),
    keyEndsOn: values.keyEndsOn === '' ? null : values.keyEndsOn,
    secrets: asked.map((name) => ({ name, value: secrets[name] })),
  }
  const errorOf = (field: string) => {
    const problem = save.problemOf(field) ?? refused.find((one) => one.field === field) ?? null
    return problem === null ? null : problemText(t, problem)
  }
  const look = async () => {
    setChecking(true)
    save.forget()
    const before = edition.current
    const { data, error } = await client.query(CheckIntegrationConnectionDocument, { input }, { requestPolicy: 'network-only' }).toPromise()
    setChecking(false)
    if (edition.current !== before) return
    setRefused(problemsOf(error))
    setCheck(data?.checkIntegrationConnection ?? null)
  }
  const read = async () => {
    setReading(true)
    setRefused([])
    save.forget()
    const before = edition.current
    const read: Record<keyof Samples, RestRecord | null> = { ORDERS: null, WORK_CENTERS: null }
    for (const list of ['WORK_CENTERS', 'ORDERS'] as const) {
      const { data, error } = await client.query(IntegrationSampleDocument, { input, list }, { requestPolicy: 'network-only' }).toPromise()
      if (edition.current !== before) return setReading(false)
      const sample = data?.integrationSample
      if (sample === undefined || sample.failure != null) {
        setRefused(sample?.failure == null ? problemsOf(error) : [{ params: {}, ...failureProblem(sample.failure) }])
        break
      }
      read[list] = sampleRecord(sample.records)
    }
    setSamples(read)
    setReading(false)
  }
  const submit = async (ignoreConnectionCheck: boolean) => {
    setRefused([])
    const { data } = await save.run({ input, ignoreConnectionCheck })
    if (data != null) onSaved(data.createOrUpdateIntegration)
  }
  const others = [...save.problems, ...refused].filter(({ field = '' }) => !FIELDS.includes(field) && !field.startsWith('rest.'))
  // Of one that was never set up nothing is lost.
  const isElsewhere =
    integration !== null && (integration.isScheduled || integration.status !== 'SETTING_UP') && isAnotherSystem(integration, values)
  const leftUnsaid = integration === null ? 0 : integration.waiting + integration.needsPerson
  const probe = check?.probe
  const hasFailed = check?.failure != null || save.problems.some(({ code }) => code.startsWith('INTEGRATION_'))
  const whyMissing = ({ missing }: IntegrationProbeFactsFragment, capability: (typeof CAPABILITIES)[number]) => {
    const why = missing.find((one) => one.capability === capability)
    return why === undefined ? t('check.cannot') : t(`check.because.${why.reason}`)
  }
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(false)
      }}
    >
      {integration === null && (
        <SelectField
          name="service"
          label={t('field.service')}
          value={service}
          options={INTEGRATION_SERVICES.map((value) => ({ value, label: t(`service.${value}`) }))}
          onChange={(next) => {
            const chosen = INTEGRATION_SERVICES.find((one) => one === next) ?? 'ODOO'
            // A name that nobody typed follows the system.
            set(values.name === t(`service.${service}`) ? { name: t(`service.${chosen}`) } : {})
            setService(chosen)
          }}
        />
      )}
      <TextField name="name" label={t('field.name')} value={values.name} error={errorOf('name')} onChange={(name) => set({ name })} />
      {isOfFiles && <p className={classes['muted']}>{t('file.help')}</p>}
      {!isOfFiles && (
        <TextField
          name="serviceUrl"
          label={t('field.serviceUrl')}
          help={t(isOdoo ? 'field.serviceUrlHelp' : isTryton ? 'field.serviceUrlTryton' : 'field.serviceUrlRest')}
          value={values.serviceUrl}
          error={errorOf('serviceUrl')}
          onChange={(serviceUrl) => set({ serviceUrl })}
        />
      )}
      {(isOdoo || isTryton) && (
        <TextField
          name="database"
          label={t('field.database')}
          value={values.database}
          error={errorOf('database')}
          onChange={(database) => set({ database })}
        />
      )}
      {service === 'REST' && <RestSignIn rest={rest} errorOf={errorOf} onChange={setOfRest} />}
      {(isOdoo || isTryton || (service === 'REST' && rest.auth === 'BASIC')) && (
        <TextField
          name="login"
          label={t('field.login')}
          help={isOdoo ? t('field.loginHelp') : undefined}
          value={values.login}
          error={errorOf('login')}
          onChange={(login) => set({ login })}
        />
      )}
      {asked.map((name) => {
        const stored = integration?.secretsSet.find((one) => one.name === name)
        const setSecret = (next: string | null) => {
          changed()
          setSecrets((before) => ({ ...before, [name]: next }))
        }
        const label = t(isTryton ? 'field.password' : `field.${name}`)
        if (secrets[name] === null)
          return (
            <div key={name} className={classes['line']}>
              <span>{t('field.keyRemoved', { name: label })}</span>
              <ActionButton onClick={() => setSecret('')}>
                {t('field.keyKeep')} <span className="hidden-text">{label}</span>
              </ActionButton>
            </div>
          )
        const field = (
          <PasswordField
            key={name}
            name={name}
            label={label}
            help={stored === undefined ? undefined : t('field.keySet', { date: format.date(Date.parse(stored.setOn)) })}
            value={secrets[name]}
            isNew
            showLabel={t('field.show')}
            hideLabel={t('field.hide')}
            error={errorOf(name)}
            onChange={setSecret}
          />
        )
        if (stored === undefined || !mayRemoveSecret(service, name)) return field
        return (
          <div key={name} className={classes['secret']}>
            {field}
            <ActionButton onClick={() => setSecret(null)}>
              {t('field.keyRemove')} <span className="hidden-text">{label}</span>
            </ActionButton>
          </div>
        )
      })}
      {!isOfFiles && (
        <DateField
          name="keyEndsOn"
          label={t('field.keyEndsOn')}
          value={values.keyEndsOn}
          error={errorOf('keyEndsOn')}
          onChange={(next) => set({ keyEndsOn: next })}
        />
      )}
      {isOdoo && (
        <div>
          <CheckField
            name="renewsKey"
            label={t('field.renewsKey')}
            isChecked={values.renewsKey}
            onChange={(renewsKey) => set({ renewsKey })}
          />
          <p className={classes['muted']}>{t('field.renewsKeyHelp')}</p>
        </div>
      )}
      {!isOfFiles && (
        <TextField
          name="certificate"
          label={t('field.certificate')}
          optional={t('map.optional')}
          help={t('field.certificateHelp')}
          value={values.certificate}
          error={errorOf('certificate')}
          isLong
          onChange={(certificate) => set({ certificate })}
        />
      )}
      {isOdoo && (
        <CheckField
          name="closesOrders"
          label={t('field.closes')}
          isChecked={values.closesOrders}
          onChange={(closesOrders) => set({ closesOrders })}
        />
      )}
      {service === 'REST' && (
        <RestFields rest={rest} samples={samples} isReading={isReading} errorOf={errorOf} onChange={setOfRest} onRead={() => void read()} />
      )}
      <div role="status" className={classes['check']}>
        {isElsewhere && (
          <p>
            {t('check.elsewhere')} {leftUnsaid > 0 && t('check.leftUnsaid', { count: leftUnsaid })}
          </p>
        )}
        {probe != null && !isOfFiles && (
          <>
            <b>
              {t(probe === integration?.probe ? 'check.stored' : 'check.reached', {
                ms: probe.milliseconds,
                system: `${probe.system} ${probe.version}`,
              })}
            </b>
            <ul>
              {CAPABILITIES.map((one) => (
                <li key={one} data-can={probe.capabilities.includes(one) || undefined}>
                  <span aria-hidden>{probe.capabilities.includes(one) ? '✓' : '–'}</span> {t(`can.${one}`)}
                  {!probe.capabilities.includes(one) && <span className={classes['muted']}> {whyMissing(probe, one)}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
        {check?.failure != null && <Alert className={classes['problem']}>{problemText(t, failureProblem(check.failure))}</Alert>}
        {check !== null && check.requests.length > 0 && <CheckRequests requests={check.requests} hasFailed={check.failure !== null} />}
      </div>
      {others.map((problem) => (
        <Alert key={`${problem.code} ${problem.field ?? ''}`} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {hasFailed && (
        <div>
          <ActionButton isBusy={save.isBusy} onClick={() => void submit(true)}>
            {t('check.ignore')}
          </ActionButton>
        </div>
      )}
      <DialogActions>
        <ActionButton onClick={onCancel}>{t('cancel')}</ActionButton>
        {!isOfFiles && (
          <ActionButton isBusy={isChecking} onClick={() => void look()}>
            {t('check.act')}
          </ActionButton>
        )}
        <ActionButton isMain isSubmit isBusy={save.isBusy}>
          {t('next')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

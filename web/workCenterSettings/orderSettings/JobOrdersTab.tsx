import { JobOrderSettingsOfDocument, SaveJobOrderSettingsDocument, type JobOrderSettingsOfQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Beside, FormSection, Note } from '#web/ui/form/FormLayout.tsx'
import { ChoiceField } from '../frame/ChoiceField.tsx'
import { LoadedTab } from '../frame/LoadedTab.tsx'
import { SettingField } from '../frame/SettingField.tsx'
import { inputOf, type Stored, valuesOf } from '../frame/settingsFields.view.ts'
import { useIdleNote } from '../frame/useIdleNote.ts'
import { SettingsFormView } from '../frame/SettingsFormView.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { useTabForm } from '../frame/useTabForm.ts'
import { byApiName } from '#engine/fields/fieldTable.ts'
import { PARALLEL_MODES } from '#engine/jobOrder/jobRun.ts'
import { JOB_ORDER_FIELDS } from '#engine/workCenter/jobOrderFields.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'

const TRACKING = ['NO_TRACKING', 'WITHOUT_BOM_VALIDATION', 'WITH_BOM_VALIDATION'] as const
const IMPORT = ['UPDATE', 'RECREATE_AND_UPDATE', 'REPLACE'] as const

/** Returns how job orders of a work center are worked on, and what imported ones do to those that are there (spec 001 §4). */
export function JobOrdersTab(props: SettingsTabProps) {
  return (
    <LoadedTab query={JobOrderSettingsOfDocument} variables={{ workCenterId: props.workCenter.id }}>
      {(loaded) => <JobOrdersForm {...props} loaded={loaded} />}
    </LoadedTab>
  )
}

function JobOrdersForm(props: SettingsTabProps & { readonly loaded: JobOrderSettingsOfQuery }) {
  const { workCenter, loaded, isReadOnly } = props
  const { t } = useTexts('orderSettings')
  const workCenterId = workCenter.id
  const { accepted, answered, isOff } = loaded.orderStartProposals
  const { run: save } = useChange(SaveJobOrderSettingsDocument)
  const form = useTabForm<JobOrderName, JobOrderSettingsOfQuery>(props, {
    fields: JOB_ORDERS,
    query: JobOrderSettingsOfDocument,
    loaded,
    snapshotOf: jobOrdersOf,
    save: async (changes, version) => {
      const { data, problems } = await save({ input: { workCenterId, version, ...inputOf(changes) } })
      return { problems, version: data?.updateJobOrderSettings.version ?? null }
    },
  })
  const idleNote = useIdleNote(JOB_ORDERS)
  const labelOf = (name: JobOrderName) => t(`field.${name}`)
  const valueText = (name: JobOrderName, value: Stored) => {
    const tracking = TRACKING.find((one) => one === value)
    const parallel = PARALLEL_MODES.find((one) => one === value)
    if (name === 'parallelMode' && parallel !== undefined) return t(`parallel.${parallel}`)
    if (name === 'consumptionTracking' && tracking !== undefined) return t(`tracking.${tracking}`)
    const kind = IMPORT.find((one) => one === value)
    return name === 'importType' && kind !== undefined ? t(`import.${kind}`) : null
  }
  return (
    <SettingsFormView form={form} workCenterId={workCenterId} labelOf={labelOf} valueText={valueText}>
      <FormSection title={t('section.parallel')}>
        <ChoiceField
          {...form.text('parallelMode')}
          label={labelOf('parallelMode')}
          isDisabled={isReadOnly}
          choices={PARALLEL_MODES.map((value) => ({ value, label: t(`parallel.${value}`), help: t(`parallelHelp.${value}`) }))}
        />
        <Beside>
          <SettingField form={form} name="maxParallelOrders" label={labelOf('maxParallelOrders')} help={t('help.maxParallelOrders')} />
        </Beside>
      </FormSection>
      <FormSection title={t('section.materials')}>
        <ChoiceField
          {...form.text('consumptionTracking')}
          note={idleNote('consumptionTracking')}
          label={labelOf('consumptionTracking')}
          isDisabled={isReadOnly}
          choices={TRACKING.map((value) => ({ value, label: t(`tracking.${value}`), help: t(`trackingHelp.${value}`) }))}
        />
        <SettingField form={form} name="trackScraps" label={labelOf('trackScraps')} help={t('help.trackScraps')} />
      </FormSection>
      <FormSection title={t('section.import')}>
        <ChoiceField
          {...form.text('importType')}
          note={idleNote('importType')}
          label={labelOf('importType')}
          isDisabled={isReadOnly}
          choices={IMPORT.map((value) => ({ value, label: t(`import.${value}`), help: t(`importHelp.${value}`) }))}
        />
        <div role="status">{form.values.importType === 'REPLACE' && <Note isWarning>{t('replaceWarning')}</Note>}</div>
      </FormSection>
      <FormSection title={t('section.operators')}>
        <Beside>
          <SettingField
            form={form}
            name="operatorAccessQuota"
            label={labelOf('operatorAccessQuota')}
            help={t('help.operatorAccessQuota')}
          />
        </Beside>
        {answered > 0 && <Note isWarning={isOff}>{t(isOff ? 'proposals.off' : 'proposals.record', { accepted, answered })}</Note>}
      </FormSection>
    </SettingsFormView>
  )
}

/** What the tab of job orders changes. */
const JOB_ORDERS = byApiName(JOB_ORDER_FIELDS)

type JobOrderName = keyof typeof JOB_ORDERS

/** Returns the values of the tab. */
function jobOrdersOf({ jobOrderSettings }: JobOrderSettingsOfQuery): Snapshot<JobOrderName> {
  return { version: jobOrderSettings.version, stored: valuesOf(JOB_ORDERS, jobOrderSettings) }
}

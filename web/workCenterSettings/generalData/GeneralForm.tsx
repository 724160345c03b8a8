import { Suspense, useState } from 'react'
import { useQuery } from 'urql'
import { maySeePeople } from '#engine/user/mayEditPeople.ts'
import { mayArchiveWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { GeneralPeopleDocument, type GeneralChoicesQuery } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Beside, FormSection } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SettingField } from '../frame/SettingField.tsx'
import { SettingsFormView } from '../frame/SettingsFormView.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { DeviceSection } from './DeviceSection.tsx'
import classes from './generalData.module.css'
import type { GeneralName } from './general.view.ts'
import { NewGroupDialog, type Group } from './NewGroupDialog.tsx'
import { useGeneralForm } from './useGeneralForm.ts'
import { useGeneralWords } from './useGeneralWords.ts'
import { WorkCenterPhoto } from './WorkCenterPhoto.tsx'

type Person = { readonly id: string; readonly fullName: string }
type DeleteProps = { readonly workCenter: Group; readonly isOpen: boolean; readonly onClose: () => void }

const DeleteBoxDialog = lazyPart<DeleteProps>(() =>
  withTexts('deleteBox', import('../deleteBox/DeleteBoxDialog.tsx')).then((loaded) => ({ default: loaded.DeleteBoxDialog })),
)

/** Returns the form for name, owner, kind of machine and device reporting; below it, deletion. */
export function GeneralForm(props: SettingsTabProps & { readonly choices: GeneralChoicesQuery }) {
  const { workCenter, choices, isReadOnly, refetch } = props
  const { t } = useTexts('generalData')
  const { locale } = useFormat()
  const viewer = useViewer()
  const form = useGeneralForm(props)
  const mayListPeople = maySeePeople(viewer)
  const [people] = useQuery({ query: GeneralPeopleDocument, pause: !mayListPeople })
  const [isDeleting, setDeleting] = useState(false)
  const [madeGroup, setMadeGroup] = useState<Group | null>(null)
  const [isMakingGroup, setMakingGroup] = useState(false)
  const groups = withGroup(choices.workCenterGroups, madeGroup)
  const units = choices.measurementUnits
  const users = withPerson(people.data?.users ?? [], workCenter.responsible)
  const words = useGeneralWords({ groups, units, users })
  const field = (name: GeneralName, help?: string, suggestions?: readonly string[]) => (
    <SettingField form={form} name={name} label={words.labelOf(name)} help={help} {...(suggestions && { suggestions })} />
  )
  const select = (name: GeneralName) => ({ ...form.text(name), label: words.labelOf(name), isDisabled: isReadOnly })
  const none = { value: '', label: t('none') }
  return (
    <>
      <WorkCenterPhoto workCenter={workCenter} isReadOnly={isReadOnly} onChanged={refetch} />
      <SettingsFormView form={form} workCenterId={workCenter.id} labelOf={words.labelOf} valueText={words.valueText}>
        <FormSection title={t('section.names')}>
          <Beside>
            {field('name')}
            {field('externalCode', t('help.externalCode'))}
          </Beside>
          {field('description')}
          {field('comment')}
        </FormSection>
        <FormSection title={t('section.place')}>
          <Beside>
            <div className={classes['group']}>
              <SelectField {...select('groupId')} options={[none, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]} />
              {!isReadOnly && <ActionButton onClick={() => setMakingGroup(true)}>{t('group.new')}</ActionButton>}
            </div>
            <SelectField
              {...select('responsibleEmployee')}
              isDisabled={isReadOnly || !mayListPeople}
              options={[none, ...users.map(({ id, fullName }) => ({ value: id, label: fullName }))]}
              help={mayListPeople ? undefined : t('help.noPeople')}
            />
            {field('sortNumber', t('help.sortNumber'))}
            <SelectField
              {...select('deviceStatus')}
              options={words.statuses}
              help={words.helpOf('deviceStatus', form.values.deviceStatus)}
            />
          </Beside>
          <p>
            {t('prepaidUntil')}:{' '}
            {workCenter.prepaidUntil === null ? t('notLimited') : createFormat(locale, 'UTC').date(Date.parse(workCenter.prepaidUntil))}
          </p>
        </FormSection>
        <FormSection title={t('section.machine')}>
          <Beside>
            <SelectField {...select('type')} options={words.types} help={words.helpOf('type', form.values.type)} />
            {field('boxEquipmentType', t('help.boxEquipmentType'))}
            {field(
              'model',
              undefined,
              choices.deviceModels.map(({ name }) => name),
            )}
            {field('modelCode')}
            <SelectField {...select('productionTimeMeasurementUnitId')} options={words.timeUnits} help={t('help.productionTime')} />
          </Beside>
          {field('autoDowntimeTracking', t('help.autoDowntimeTracking'))}
        </FormSection>
        <DeviceSection form={form} words={words} code={workCenter.device?.code ?? null} isReadOnly={isReadOnly} />
      </SettingsFormView>
      <NewGroupDialog
        isOpen={isMakingGroup}
        onClose={() => setMakingGroup(false)}
        onMade={(group) => {
          setMadeGroup(group)
          setMakingGroup(false)
          form.set('groupId', String(group.id))
        }}
      />
      {mayArchiveWorkCenters(viewer) && (
        <FormSection title={t('section.delete')} help={t('help.delete')}>
          <div>
            <ActionButton isDanger onClick={() => setDeleting(true)}>
              {t('delete')}
            </ActionButton>
          </div>
          {/* A boundary of its own: the tab stays as it is while the dialog is loaded, and the focus at the button that it goes back to. */}
          <Suspense fallback={null}>
            {isDeleting && <DeleteBoxDialog workCenter={workCenter} isOpen onClose={() => setDeleting(false)} />}
          </Suspense>
        </FormSection>
      )}
    </>
  )
}

/** Adds a new group to the list before the list is queried again. */
function withGroup(groups: readonly Group[], made: Group | null): readonly Group[] {
  return made === null || groups.some(({ id }) => id === made.id) ? groups : [...groups, made]
}

/** Adds the responsible person to the list, even one who left the company or whom the viewer may not list. */
function withPerson(people: readonly Person[], one: Person | null): readonly Person[] {
  return one === null || people.some(({ id }) => id === one.id) ? people : [...people, one]
}

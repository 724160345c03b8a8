import { useEffect, useRef } from 'react'
import {
  MakeGroupOfAddedDocument,
  NameAddedWorkCenterDocument,
  type AddedWorkCenterQuery,
  type StatusSource,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import classes from './AddWorkCenter.module.css'
import type { Added } from './AddedSteps.tsx'

const SOURCES = ['POWER', 'CURRENT', 'LOAD', 'SPEED'] as const
const NEW = 'new'
const NAME_MAX_LENGTH = 200

type Values = { readonly name: string; readonly groupId: string; readonly groupName: string; readonly statusSource: StatusSource }

type NameFormProps = {
  readonly workCenter: Added
  readonly groups: AddedWorkCenterQuery['workCenterGroups']
  readonly onSaved: () => void
}

/** Returns the form for the name, the group and the status source of a work center that was just added; a group can be made at once. */
export function NameForm({ workCenter, groups, onSaved }: NameFormProps) {
  const { t } = useTexts('addWorkCenter')
  const { run: edit } = useChange(NameAddedWorkCenterDocument)
  const { run: makeGroup } = useChange(MakeGroupOfAddedDocument)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  // Made by a save that failed at the work center itself: the next one takes it.
  const madeGroup = useRef<{ readonly name: string; readonly id: number } | null>(null)
  const isNamed = workCenter.name !== workCenter.device?.code
  const form = useForm<Values>({
    initial: {
      name: isNamed ? workCenter.name : '',
      groupId: String(workCenter.groupId ?? ''),
      groupName: '',
      statusSource: workCenter.statusSource,
    },
    check: problemsOfName,
    save: async ({ name, groupId, groupName, statusSource }) => {
      let group = groupId === '' ? null : Number(groupId)
      if (groupId === NEW && madeGroup.current?.name === groupName.trim()) group = madeGroup.current.id
      else if (groupId === NEW) {
        const taken = new Set(groups.map(({ color }) => color.toUpperCase()))
        const color = MARK_COLORS.find((one) => !taken.has(one)) ?? MARK_COLORS[0]
        const made = await makeGroup({ name: groupName.trim(), color })
        if (made.problems.length > 0) return made.problems.map((problem) => ({ ...problem, field: 'groupName' }))
        group = made.data?.createWorkCenterGroup.id ?? null
        if (group !== null) madeGroup.current = { name: groupName.trim(), id: group }
      }
      const input = { id: workCenter.id, version: workCenter.version, name: name.trim(), groupId: group, statusSource }
      const { problems } = await edit({ input })
      if (problems.length === 0) onSaved()
      else showToast(t('message.saveFailed'))
      return problems
    },
  })
  const toText = (problem: FieldProblem) => problemText(t, problem.field === 'name' ? { ...problem, field: 'workCenterName' } : problem)
  return (
    <form ref={element} className={classes['panel']} noValidate onSubmit={form.submit}>
      <h2>{t('name.title')}</h2>
      <TextField {...fieldOf(form, 'name', toText)} label={t('name.name')} maxLength={NAME_MAX_LENGTH} />
      <SelectField
        {...fieldOf(form, 'groupId', toText)}
        label={t('name.group')}
        options={[
          { value: '', label: t('name.noGroup') },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NEW, label: t('name.newGroup') },
        ]}
      />
      {form.values.groupId === NEW && <TextField {...fieldOf(form, 'groupName', toText)} label={t('name.groupName')} maxLength={100} />}
      <div>
        <ChoiceGroup
          label={t('name.source')}
          value={SOURCES.find((source) => source === form.values.statusSource) ?? SOURCES[0]}
          choices={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={(source) => form.set('statusSource', source)}
        />
        <p className={classes['meta']}>{t('name.sourceHelp')}</p>
      </div>
      <div role="alert">
        {form.others.map((problem) => (
          <p key={problem.code} className={classes['wrong']}>
            <Explained>{toText(problem)}</Explained>
          </p>
        ))}
      </div>
      <div className={classes['actions']}>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('name.save')}
        </ActionButton>
      </div>
    </form>
  )
}

function problemsOfName({ name, groupId, groupName }: Values): readonly FieldProblem[] {
  return [
    ...(name.trim() === '' ? [{ code: 'REQUIRED', field: 'name' }] : []),
    ...(groupId === NEW && groupName.trim() === '' ? [{ code: 'REQUIRED', field: 'groupName' }] : []),
  ]
}

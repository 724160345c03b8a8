import { useRef, useState } from 'react'
import { type ChecklistsPageQuery, SaveChecklistDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ChecklistsPage.module.css'
import { inputOf, valuesOf } from './checklistForm.view.ts'
import { isShownActive, type Turned } from './turned.view.ts'
import { useFrequencyText } from './useFrequencyText.ts'

export type ListedChecklist = ChecklistsPageQuery['checklists'][number]

/** Returns the columns of the checklists: when and where each is asked, and a switch, whose press can be undone, for whoever may change them. */
export function useChecklistColumns({
  mayEdit,
  onOpen,
  onChanged,
}: {
  readonly mayEdit: boolean
  readonly onOpen: (id: number) => void
  readonly onChanged: () => void
}): readonly ListColumn<ListedChecklist>[] {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const whenOf = useFrequencyText()
  const save = useChange(SaveChecklistDocument)
  // An undo is pressed later, when the list was read anew.
  const versions = useRef(new Map<number, number>())
  const [turned, setTurned] = useState<ReadonlyMap<number, Turned>>(new Map())
  const isShown = (checklist: ListedChecklist) => isShownActive(checklist, turned.get(checklist.id))
  const turn = async (checklist: ListedChecklist, active: boolean, isUndo = false): Promise<void> => {
    const version = Math.max(checklist.version, versions.current.get(checklist.id) ?? 0)
    setTurned((before) => new Map(before).set(checklist.id, { active, version: null }))
    const input = { ...inputOf({ ...valuesOf(checklist, locale), active }, checklist, locale), version }
    const { data, problems } = await save.run({ input, requestKey: newRequestKey() })
    const [problem] = problems
    // What was refused is as it is listed.
    const stored = { active, version: data?.createOrUpdateChecklist.version ?? 0 }
    setTurned((before) => new Map(before).set(checklist.id, stored))
    if (problem !== undefined) showToast(problemText(t, problem))
    if (data !== null) {
      versions.current.set(checklist.id, stored.version)
      const undo = { label: t('list.undo'), run: () => void turn(checklist, !active, true) }
      showToast(t(active ? 'list.turnedOn' : 'list.turnedOff', { name: checklist.name }), isUndo ? undefined : undo)
    }
    onChanged()
  }
  const whereOf = ({ workCenters }: ListedChecklist): string =>
    workCenters.length === 0 ? t('list.everywhere') : workCenters.map(({ name }) => name).join(', ')
  return [
    {
      key: 'name',
      title: t('field.name'),
      isTitle: true,
      width: 240,
      cell: ({ id, name }) => (
        <button type="button" className={classes['open']} data-open onClick={() => onOpen(id)}>
          {name}
        </button>
      ),
      value: ({ name }) => name,
    },
    {
      key: 'group',
      title: t('field.group'),
      cell: ({ group }) => group ?? '',
      value: ({ group }) => group,
      foldsBelow: 992,
      isPlain: true,
    },
    {
      key: 'when',
      title: t('list.when'),
      width: 260,
      cell: ({ frequency }) => whenOf(frequency),
      value: ({ frequency }) => whenOf(frequency),
    },
    { key: 'where', title: t('list.where'), width: 200, cell: whereOf, value: whereOf, foldsBelow: 992 },
    {
      key: 'tasks',
      title: t('list.tasks'),
      kind: 'number',
      width: 100,
      cell: ({ tasks }) => tasks.length,
      value: ({ tasks }) => tasks.length,
    },
    {
      key: 'active',
      title: t('list.state'),
      width: 130,
      cell: (checklist) =>
        mayEdit ? (
          <CheckField
            name={`active-${checklist.id}`}
            label={
              <>
                {t(isShown(checklist) ? 'list.active' : 'list.off')}
                <span className="hidden-text">: {checklist.name}</span>
              </>
            }
            isChecked={isShown(checklist)}
            onChange={(active) => {
              // One press at a time: the next needs the version that this one makes.
              if (turned.get(checklist.id)?.version !== null) void turn(checklist, active)
            }}
          />
        ) : (
          t(checklist.active ? 'list.active' : 'list.off')
        ),
      value: ({ active }) => t(active ? 'list.active' : 'list.off'),
    },
  ]
}

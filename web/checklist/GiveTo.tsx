import { useQuery } from 'urql'
import { ChecklistPeopleDocument, ReassignChecklistDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Occurrence } from './occurrence.view.ts'

export type GiveToProps = {
  /** The one that is given; null = none is asked about. */
  readonly occurrence: Pick<Occurrence, 'assignee' | 'checklist' | 'id' | 'workCenterId'> | null
  readonly onClose: () => void
}

/** Returns the dialog that gives a due checklist to a person (domain.md CL-15). */
export function GiveTo({ occurrence, onClose }: GiveToProps) {
  const { t } = useTexts('checklist')
  return (
    <Dialog isOpen={occurrence !== null} onClose={onClose} title={occurrence?.checklist?.name ?? ''} closeLabel={t('state.close')}>
      {occurrence !== null && <People occurrence={occurrence} onClose={onClose} />}
    </Dialog>
  )
}

function People({ occurrence, onClose }: GiveToProps & { readonly occurrence: NonNullable<GiveToProps['occurrence']> }) {
  const { t } = useTexts('checklist')
  const format = useFormat()
  const [known] = useQuery({ query: ChecklistPeopleDocument, variables: { workCenterId: occurrence.workCenterId } })
  const give = useChange(ReassignChecklistDocument)
  const people = (known.data?.checklistPeople ?? []).toSorted((left, right) => format.compare(left.fullName, right.fullName))
  const { assignee } = occurrence
  const assign = async (id: string) => {
    const { data } = await give.run({ occurrenceId: occurrence.id, assigneeId: id === '' ? null : id })
    if (data !== null) onClose()
  }
  return (
    <SelectField
      name="assignee"
      label={t('give.who')}
      value={give.sent?.assigneeId ?? assignee?.id ?? ''}
      options={[
        { value: '', label: t('give.anybody') },
        ...people.map(({ id, fullName }) => ({ value: id, label: fullName })),
        // Who has it may not be asked any more.
        ...(assignee !== null && people.every(({ id }) => id !== assignee.id) ? [{ value: assignee.id, label: assignee.fullName }] : []),
      ]}
      error={give.problems[0] === undefined ? null : problemText(t, give.problems[0])}
      onChange={(value) => void assign(value)}
    />
  )
}

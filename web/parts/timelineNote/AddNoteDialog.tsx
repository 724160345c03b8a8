import { MAX_TIMELINE_NOTE_LENGTH, timelineNoteProblems } from '#engine/analytics/timelineNote.ts'
import type { TimelineNoteInput } from '#web/api/generated/graphql.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { wallText } from '#web/parts/period/zoneDay.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type FieldProblem, useForm } from '#web/ui/form/useForm.ts'
import { type NoteFields, noteFieldsOf, noteInputOf, type TimelineNote } from './timelineNote.view.ts'
import classes from './TimelineNotes.module.css'
import type { NoteNames } from './useNoteNames.ts'

type AddNoteDialogProps = {
  readonly names: NoteNames
  /** Chosen at first; null = all of the company. */
  readonly workCenterId: number | null
  readonly zone: string
  /** What is changed; null = a new one is written. */
  readonly edited?: TimelineNote | null
  /** Saves; resolves to what the server refused. */
  readonly onSave: (input: TimelineNoteInput) => Promise<readonly FieldProblem[]>
  readonly onClose: () => void
}

/** Of fields of the API that stand in one field of the form. */
const PLACE_FIELDS: readonly (string | undefined)[] = ['groupId', 'workCenterId']

/** Returns the dialog in which a person writes or changes a note on the timeline: of an instant or a span, of all or of a machine, a group or a reason. */
export function AddNoteDialog({
  names: { workCenters, groups, reasons },
  workCenterId,
  zone,
  edited = null,
  onSave,
  onClose,
}: AddNoteDialogProps) {
  const { t } = useTexts('timelineNote')
  const form = useForm<NoteFields>({
    initial:
      edited === null
        ? {
            text: '',
            start: wallText(serverNow(), zone),
            end: '',
            place: workCenterId === null ? '' : `w${workCenterId}`,
            reasonId: '',
          }
        : noteFieldsOf(edited, zone),
    check: problemsIn,
    save: async (fields) => {
      const problems = await onSave(noteInputOf(fields, zone))
      if (problems.length === 0) onClose()
      return problems.map((problem) => (PLACE_FIELDS.includes(problem.field) ? { ...problem, field: 'place' } : problem))
    },
  })
  const sentenceOf = (problem: FieldProblem) => problemText(t, problem)
  return (
    <Dialog isOpen onClose={onClose} title={t(edited === null ? 'notes.add' : 'notes.change')} closeLabel={t('state.close')}>
      <form noValidate onSubmit={form.submit} className={classes['form']}>
        <TextField {...fieldOf(form, 'text', sentenceOf)} label={t('notes.text')} maxLength={MAX_TIMELINE_NOTE_LENGTH} />
        <DateField {...fieldOf(form, 'start', sentenceOf)} label={t('notes.start')} hasTime />
        <DateField {...fieldOf(form, 'end', sentenceOf)} label={t('notes.end')} optional={t('notes.optional')} hasTime />
        <SelectField
          {...fieldOf(form, 'place', sentenceOf)}
          label={t('notes.place')}
          options={[
            { value: '', label: t('notes.everything') },
            ...groups.map(({ id, name }) => ({ value: `g${id}`, label: name })),
            ...workCenters.map(({ id, name }) => ({ value: `w${id}`, label: name })),
          ]}
        />
        <SelectField
          {...fieldOf(form, 'reasonId', sentenceOf)}
          label={t('notes.reason')}
          options={[
            { value: '', label: t('notes.anyReason') },
            ...reasons
              .filter(({ id, isDeleted }) => !isDeleted || id === edited?.reasonId)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {form.others.map((problem) => (
          <Alert key={problem.code}>{sentenceOf(problem)}</Alert>
        ))}
        <DialogActions>
          <ActionButton onClick={onClose}>{t('notes.cancel')}</ActionButton>
          <ActionButton isMain isSubmit isBusy={form.isSaving}>
            {t('notes.save')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** By the rules that the server has; wall times of one form are of one zone, and compare as they stand. */
function problemsIn({ text, start, end }: NoteFields): readonly FieldProblem[] {
  if (start === '') return [...timelineNoteProblems({ text: text.trim(), start: 0, end: null }), { code: 'REQUIRED', field: 'start' }]
  const wall = (value: string) => Date.parse(`${value}Z`)
  return timelineNoteProblems({ text: text.trim(), start: wall(start), end: end === '' ? null : wall(end) })
}

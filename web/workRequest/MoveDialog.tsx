import { useQuery } from 'urql'
import { problemsOfRequest } from '#engine/workRequest/workRequestForm.ts'
import { WorkRequestPeopleDocument } from '#web/api/generated/graphql.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { RequestMoves } from './useRequestMoves.ts'
import { titleOf } from './workRequests.view.ts'
import { useMoveName } from './useMoveName.ts'
import classes from './WorkRequestsPage.module.css'

/** Returns what is asked before a move: why it goes back, who is responsible, how long the work took. */
export function MoveDialog({ moves }: { readonly moves: RequestMoves }) {
  const { t } = useTexts('workRequest')
  const nameOf = useMoveName()
  const { asked, close } = moves
  return (
    <Dialog isOpen={asked !== null} onClose={close} title={asked === null ? '' : nameOf(asked.move)} closeLabel={t('state.close')}>
      {asked !== null && <MoveForm key={asked.request.id} moves={moves} asked={asked} />}
    </Dialog>
  )
}

type MoveFormProps = { readonly moves: RequestMoves; readonly asked: NonNullable<RequestMoves['asked']> }

function MoveForm({ moves, asked: { request, move } }: MoveFormProps) {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const nameOf = useMoveName()
  const isNaming = move.needsResponsible && request.responsibleId === null
  const [known] = useQuery({
    query: WorkRequestPeopleDocument,
    variables: { workCenterId: request.workCenterId },
    pause: !isNaming,
  })
  const people = (known.data?.workRequestPeople ?? []).toSorted((a, b) => format.compare(a.fullName, b.fullName))
  const form = useForm({
    initial: { comment: '', responsibleId: '', minutesWorked: '' },
    check: ({ comment, responsibleId, minutesWorked }) => [
      ...(move.needsComment && comment.trim() === '' ? [{ code: 'REQUIRED', field: 'comment' }] : []),
      ...(isNaming && responsibleId === '' ? [{ code: 'REQUIRED', field: 'responsibleId' }] : []),
      ...problemsOfRequest({ comment, minutesWorked: minutesWorked.trim() === '' ? null : Number(minutesWorked) }),
    ],
    save: async ({ comment, responsibleId, minutesWorked }) => {
      const problems = await moves.send(request, move, {
        comment: comment.trim() === '' ? null : comment.trim(),
        responsibleId: responsibleId === '' ? null : responsibleId,
        minutesWorked: minutesWorked.trim() === '' ? null : Number(minutesWorked),
      })
      if (problems.length === 0) moves.close()
      return problems
    },
  })
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  const [other] = form.others
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit}>
      <p className={classes['quote']}>{titleOf(request)}</p>
      {isNaming && (
        <SelectField
          {...fieldOf(form, 'responsibleId', sentence)}
          label={t('field.responsible')}
          placeholder={t('field.choosePerson')}
          options={people.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        />
      )}
      {isNaming && known.error !== undefined && known.data == null && <Alert>{t('field.noPeople')}</Alert>}
      {move.status === 'DONE' && (
        <TextField
          {...fieldOf(form, 'minutesWorked', sentence)}
          label={t('field.minutes')}
          optional={t('field.optional')}
          inputMode="numeric"
        />
      )}
      <TextField
        {...fieldOf(form, 'comment', sentence)}
        label={t(move.needsComment ? 'field.why' : 'field.comment')}
        {...(!move.needsComment && { optional: t('field.optional') })}
        maxLength={2000}
        isLong
      />
      {other && <Alert>{problemText(t, other)}</Alert>}
      <DialogActions>
        <ActionButton onClick={moves.close}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {nameOf(move)}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

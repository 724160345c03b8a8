import { useRef, useState } from 'react'
import { useQuery } from 'urql'
import { MAX_REQUEST_LENGTH, MAX_REQUEST_PHOTOS, problemsOfRequest, REQUEST_DAYS } from '#engine/workRequest/workRequestForm.ts'
import {
  CreateWorkRequestDocument,
  UpdateWorkRequestDocument,
  WorkRequestPeopleDocument,
  type WorkRequestOpenedQuery,
  type WorkRequestPlacesQuery,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { instantOf, wallText } from '#web/parts/period/zoneDay.ts'
import { FilePicker } from '#web/parts/sentFile/FilePicker.tsx'
import { useFiles } from '#web/parts/sentFile/useFiles.ts'
import { WORK_REQUEST } from '#web/parts/workRequest/requestKinds.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { isChangedMeanwhile, placeOfForm, versionToSave, zoneOfPlace } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type Opened = WorkRequestOpenedQuery['workRequest']
type RequestFormProps = {
  /** null = a new one. */
  readonly request: Opened | null
  /** The loss that a new one comes from. */
  readonly lossId: number | null
  /** The notification that a new one is because of. */
  readonly notificationId: string | null
  /** The work center of either: its clock and its people count. */
  readonly causePlaceId: number | null
  readonly places: WorkRequestPlacesQuery['workCenters']
  /** Of a request without a place. */
  readonly zone: string
  readonly onSaved: (id: number | null) => void
  readonly onCancel: () => void
}

/** Returns the form of a request: photos first, then what is to be done, where, by when and by whom. Without a connection a new one waits on the device. */
export function RequestForm({ request, lossId, notificationId, causePlaceId, places, zone, onSaved, onCancel }: RequestFormProps) {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const unsent = useUnsent()
  const unknown = useRef<Attempt<NewRequest> | null>(null)
  const creating = useChange(CreateWorkRequestDocument, { withKey: (variables) => variables })
  const changing = useChange(UpdateWorkRequestDocument)
  const photos = useFiles('attachments')
  // The form goes on with what it began with while others move and change the request.
  const [begun, setBegun] = useState(request)
  const isChanged = request !== null && begun !== null && isChangedMeanwhile(begun, request)
  const zoneAt = (id: number | null) =>
    id !== null && id === request?.workCenterId ? (request.workCenter?.timeZone ?? zone) : zoneOfPlace(id, places, zone)
  const due = (text: string, place: number | null) =>
    text === '' ? null : new Date(instantOf(zoneAt(place), Date.parse(`${text}Z`))).toISOString()
  const create = async (input: NewRequest): Promise<readonly ApiProblem[]> => {
    const attempt = attemptOf(input, saidHere(unsent.now(), actingUserId()), unknown.current)
    let problems: readonly ApiProblem[] = []
    let madeId: number | null = null
    const how = await sendOrKeep(attempt, {
      isWaiting: unsent.isWaiting,
      send: async ({ actingUserId: person, ...said }, requestKey) => {
        const outcome = await creating.run({ input: said, actingUserId: person, requestKey })
        problems = outcome.problems
        madeId = outcome.data?.createWorkRequest.id ?? null
        return problems
      },
      keep: (body, key) => unsent.addKeyed(WORK_REQUEST, key, body),
    })
    unknown.current = how === 'UNKNOWN' ? attempt : null
    if (how !== 'SENT' && how !== 'KEPT') return problems
    onSaved(madeId)
    return []
  }
  // The place of what it comes from counts.
  const from = lossId !== null ? { lossId } : notificationId !== null ? { notificationId } : null
  const hasPlace = from === null
  const placeOf = (chosen: string) => placeOfForm(chosen, hasPlace ? null : { id: causePlaceId })
  const form = useForm({
    initial: {
      content: request?.content ?? '',
      workCenterId: request?.workCenterId == null ? '' : String(request.workCenterId),
      dueAt: request?.dueAt == null ? '' : wallText(Date.parse(request.dueAt), zoneAt(request.workCenterId)),
      responsibleId: request?.responsibleId ?? '',
    },
    check: ({ content, workCenterId, dueAt }) => {
      const at = due(dueAt, placeOf(workCenterId))
      return problemsOfRequest({ content, dueAt: at === null ? null : Date.parse(at) })
    },
    save: async ({ content, workCenterId, dueAt, responsibleId }) => {
      const place = placeOf(workCenterId)
      const said = {
        content: content.trim(),
        ...(hasPlace && { workCenterId: place }),
        dueAt: due(dueAt, place),
        responsibleId: responsibleId === '' ? null : responsibleId,
      }
      if (request === null) await photos.sent()
      if (request === null) return await create({ ...said, ...from, attachmentIds: photos.list.map(({ id }) => id) })
      const { id } = request
      const version = begun === null ? request.version : versionToSave(begun, request)
      const { problems } = await changing.run({ id, version, input: said, actingUserId: actingUserId() })
      if (problems.length === 0) onSaved(id)
      return problems
    },
  })
  const place = placeOf(form.values.workCenterId)
  const causePlace = hasPlace ? undefined : places.find(({ id }) => id === causePlaceId)
  const [known] = useQuery({ query: WorkRequestPeopleDocument, variables: { workCenterId: place } })
  const people = (known.data?.workRequestPeople ?? []).toSorted((a, b) => format.compare(a.fullName, b.fullName))
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  const [other] = form.others
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit}>
      {request === null && <FilePicker files={photos} most={MAX_REQUEST_PHOTOS} />}
      {lossId !== null && <p className={classes['muted']}>{t('fromLoss')}</p>}
      <TextField {...fieldOf(form, 'content', sentence)} label={t('field.content')} maxLength={MAX_REQUEST_LENGTH} isLong />
      {notificationId !== null && lossId === null && <p className={classes['muted']}>{t('fromNotification')}</p>}
      {causePlace !== undefined && (
        <p>
          <span className={classes['muted']}>{t('column.workCenter')}</span> {causePlace.name}
        </p>
      )}
      {hasPlace && (
        <SelectField
          {...fieldOf(form, 'workCenterId', sentence)}
          label={t('column.workCenter')}
          options={[{ value: '', label: t('noPlace') }, ...places.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      )}
      <DateField
        {...fieldOf(form, 'dueAt', sentence)}
        label={t('field.due')}
        optional={t('field.optional')}
        min={`${REQUEST_DAYS.min}T00:00`}
        max={`${REQUEST_DAYS.max}T23:59`}
        hasTime
      />
      <SelectField
        {...fieldOf(form, 'responsibleId', sentence)}
        label={t('field.responsible')}
        optional={t('field.optional')}
        options={[{ value: '', label: t('field.nobody') }, ...people.map(({ id, fullName }) => ({ value: id, label: fullName }))]}
      />
      {isChanged && (
        <div role="status" className={classes['form']}>
          <p>{t('changedMeanwhile')}</p>
          <div>
            <ActionButton onClick={() => setBegun(request)}>{t('keepMine')}</ActionButton>
          </div>
        </div>
      )}
      {other && <Alert className={classes['late']}>{problemText(t, other)}</Alert>}
      <DialogActions>
        <ActionButton onClick={onCancel}>{t('cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t(request === null ? 'send' : 'save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}

type NewRequest = {
  readonly content: string
  readonly workCenterId?: number | null
  readonly lossId?: number
  readonly notificationId?: string
  readonly dueAt: string | null
  readonly responsibleId: string | null
  readonly attachmentIds: string[]
}

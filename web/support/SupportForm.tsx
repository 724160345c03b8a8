import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import {
  MAX_SUPPORT_FILES,
  MAX_SUPPORT_LENGTH,
  problemsOfSupport,
  SUPPORT_DIRECTIONS,
  SUPPORT_SEVERITIES,
} from '#engine/support/supportRequest.ts'
import { CreateSupportRequestDocument, SupportPlacesDocument, SupportSurroundingsDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { failures } from '#web/base/failures.ts'
import { serverState } from '#web/base/serverState.ts'
import { showToast } from '#web/base/toast.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { outbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { SUPPORT_REQUEST, type SupportBody } from '#web/parts/support/supportKind.ts'
import { FilePicker } from '#web/parts/sentFile/FilePicker.tsx'
import { useFiles } from '#web/parts/sentFile/useFiles.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { diagnosticsText } from './diagnostics.view.ts'
import { useDraft } from './useDraft.ts'
import { ToldDetails } from './ToldDetails.tsx'
import classes from './SupportPage.module.css'

const EMPTY = { content: '', direction: 'SUPPORT', severity: 'NORMAL', workCenterId: '', isTold: false } as const
type Values = { readonly [Name in keyof typeof EMPTY]: Name extends 'isTold' ? boolean : string }

type SupportFormProps = {
  readonly isForOffer: boolean
  /** What it begins with; empty = nothing. */
  readonly text: string
  /** The device of the machine that it is about; empty = none. */
  readonly deviceId: string
  readonly onSent: () => void
}

/** Returns the form of a question: what is typed stays until it is sent or kept; what else would go with it is shown before. */
export function SupportForm({ isForOffer, text: asked, deviceId, onSent }: SupportFormProps) {
  const { t } = useTexts('support')
  const format = useFormat()
  const unsent = useUnsent()
  const [known] = useQuery({ query: SupportPlacesDocument })
  const places = known.data?.workCenters ?? []
  const creating = useChange(CreateSupportRequestDocument, { withKey: (variables) => variables })
  const files = useFiles('support-files')
  const attempt = useRef<{ readonly text: string; readonly key: string } | null>(null)
  const [unsentAtStart] = useState(() => outbox.state().entries.length)
  const [isAsked, setAsked] = useState(false)
  const [around] = useQuery({ query: SupportSurroundingsDocument, pause: !isAsked, requestPolicy: 'network-only' })
  const diagnosticsOf = ({ workCenterId }: Values): string => {
    const place = places.find(({ id }) => String(id) === workCenterId)
    return diagnosticsText({
      build: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
      userAgent: navigator.userAgent,
      language: format.locale,
      timeZone: format.timeZone,
      window: { width: innerWidth, height: innerHeight },
      isOnline: navigator.onLine,
      server: serverState(),
      unsent: unsentAtStart,
      product: around.data?.supportDiagnostics ?? null,
      failures: failures(),
      workCenter: place === undefined ? null : { name: place.name, deviceStatus: place.deviceStatus },
    })
  }
  const send = async (input: SupportBody): Promise<readonly ApiProblem[]> => {
    const text = JSON.stringify(input)
    // Sent again, the same question is the same one.
    const { key } = attempt.current?.text === text ? attempt.current : { key: newRequestKey() }
    attempt.current = { text, key }
    const keep = () => unsent.addKeyed(SUPPORT_REQUEST, key, input)
    if (unsent.isWaiting() && (await keep())) return []
    const { problems } = await creating.run({ input, requestKey: key })
    if (problems.length === 0) {
      showToast(t('sent'))
      onSent()
      return []
    }
    if (isTransient(problems) && (await keep())) return []
    showToast(t('failed'))
    return problems
  }
  const first: Values = isForOffer
    ? { ...EMPTY, direction: 'SALES', content: asked === '' ? t('offerText') : asked }
    : { ...EMPTY, content: asked }
  const draft = useDraft<Values>([isForOffer ? 'offer' : 'question', asked].filter(Boolean).join(' '), first)
  const form = useForm<Values>({
    initial: draft.initial,
    check: ({ content }) => problemsOfSupport({ content }),
    save: async (values) => {
      await files.sent()
      const problems = await send({
        content: values.content.trim(),
        direction: SUPPORT_DIRECTIONS.find((one) => one === values.direction) ?? 'SUPPORT',
        severity: SUPPORT_SEVERITIES.find((one) => one === values.severity) ?? 'NORMAL',
        ...(values.workCenterId !== '' && { workCenterId: Number(values.workCenterId) }),
        ...(files.list.length > 0 && { fileIds: files.list.map(({ id }) => id) }),
        ...(values.isTold && { diagnostics: diagnosticsOf(values) }),
      })
      if (problems.length === 0) {
        draft.forget()
        files.clear()
        form.reset(first)
      }
      return problems
    },
  })
  // oxlint-disable-next-line react/exhaustive-deps -- kept when something was typed
  useEffect(() => draft.keep(form.values), [form.values])
  const about = deviceId === '' ? undefined : places.find((place) => place.deviceId === deviceId)
  useEffect(() => {
    if (about !== undefined && form.values.workCenterId === '') form.set('workCenterId', String(about.id))
    // Once it is known: whoever chooses none means none.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [about?.id])
  // What is shown is what goes with it.
  if (form.values.isTold && !isAsked) setAsked(true)
  const isTelling = form.values.isTold && around.data === undefined && (around.fetching || !isAsked)
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  const [other] = form.others
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit}>
      <TextField {...fieldOf(form, 'content', sentence)} label={t('field.content')} maxLength={MAX_SUPPORT_LENGTH} isLong />
      <div className={classes['fields']}>
        <SelectField
          {...fieldOf(form, 'direction', sentence)}
          label={t('field.direction')}
          options={SUPPORT_DIRECTIONS.map((one) => ({ value: one, label: t(`direction.${one}`) }))}
        />
        <SelectField
          {...fieldOf(form, 'severity', sentence)}
          label={t('field.severity')}
          options={SUPPORT_SEVERITIES.map((one) => ({ value: one, label: t(`severity.${one}`) }))}
        />
        <SelectField
          {...fieldOf(form, 'workCenterId', sentence)}
          label={t('field.workCenter')}
          options={[{ value: '', label: t('field.noPlace') }, ...places.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      </div>
      <FilePicker files={files} most={MAX_SUPPORT_FILES} />
      <CheckField
        name="isTold"
        label={t('field.diagnostics')}
        isChecked={form.values.isTold}
        onChange={(isTold) => form.set('isTold', isTold)}
      />
      {form.values.isTold && <ToldDetails text={diagnosticsOf(form.values)} />}
      {other && <Alert className={classes['wrong']}>{problemText(t, other)}</Alert>}
      <div>
        <ActionButton isMain isSubmit isBusy={form.isSaving || isTelling}>
          {t('send')}
        </ActionButton>
      </div>
    </form>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { attachmentProblem, uploadAttachment } from '#web/api/attachment.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  AddConversationMessageDocument,
  DeleteConversationMessageDocument,
  EditConversationMessageDocument,
  MarkConversationReadDocument,
  OrderConversationDocument,
  RequestConversationDocument,
  CommentTaskDocument,
  CommentWorkRequestDocument,
  TaskConversationDocument,
  type MessageFieldsFragment,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { KEYED } from '#web/api/keyed.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { useSession } from '#web/base/session.ts'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { keptOlder } from './messages.view.ts'
import { type Beside, keyOf, type MessageInput, messageOf, ORDER_MESSAGE } from './messageKind.ts'

/** So many messages more are shown with each tap. The newest up to MOST are asked anew together, those before them once. */
const STEP = 50
const MOST = 200
const NONE: readonly MessageFieldsFragment[] = []
const IN_ORDERS = { workCenterIds: null, kinds: ['order'] } as const
const IN_REQUESTS = { workCenterIds: null, kinds: ['workRequest'] } as const
/** Tasks follow losses and output. */
const IN_TASKS = { workCenterIds: null, kinds: ['loss', 'output'] } as const

export type Messages = {
  readonly list: readonly MessageFieldsFragment[] | null
  /** What waits on this device until it can be sent. */
  readonly waiting: readonly { readonly id: number; readonly content: string }[]
  /** The first message that was not read when the conversation was opened; null = all were. */
  readonly firstUnread: string | null
  readonly hasEarlier: boolean
  readonly isBusy: boolean
  readonly isFailed: boolean
  readonly problems: readonly ApiProblem[]
  earlier(): void
  again(): void
  /** Resolves to whether the text need not be kept in its field. */
  send(text: string): Promise<boolean>
  attach(file: File): Promise<void>
  edit(id: string, text: string): Promise<boolean>
  remove(id: string): Promise<void>
}

type Written = Beside & { readonly content: string; readonly contentType: 'ATTACHMENT' | 'TEXT' }

/** Returns what people wrote beside the order, request or task, and how somebody writes: without a connection a text waits in the outbox, a file does not. */
export function useMessages(beside: Beside, isShown: boolean): Messages {
  const [size, setSize] = useState(STEP)
  const { talk, error, ask, page } = useTalk(beside, size)
  const unsent = useUnsent()
  const session = useSession()
  const unknown = useRef<Attempt<Written> | null>(null)
  // The key is made with the attempt, since the outbox sends the same under it.
  const adding = useChange(AddConversationMessageDocument, { withKey: (variables) => variables })
  const commenting = useChange(CommentWorkRequestDocument, { withKey: (variables) => variables })
  const besideTask = useChange(CommentTaskDocument, { withKey: (variables) => variables })
  const editing = useChange(EditConversationMessageDocument, KEYED)
  const deleting = useChange(DeleteConversationMessageDocument)
  const [uploading, setUploading] = useState<'BUSY' | ApiProblem | null>(null)
  const newest = talk === undefined ? null : (talk.conversation?.messages ?? NONE)
  const [older, setOlder] = useState<readonly MessageFieldsFragment[]>(NONE)
  const [isAtStart, setAtStart] = useState(false)
  const isReading = useRef(false)
  const [known, setKnown] = useState(newest)
  if (newest !== known) {
    setKnown(newest)
    if (size >= MOST) setOlder(keptOlder(older, known ?? NONE, newest ?? NONE))
  }
  const list = newest === null ? null : older.length === 0 ? newest : [...older, ...newest]
  const earlier = async () => {
    const first = list?.[0]
    if (size < MOST) return setSize(Math.min(MOST, size + STEP))
    if (first === undefined || isReading.current) return
    isReading.current = true
    const before = await page(first.id, STEP)
    isReading.current = false
    if (before === null) return
    setOlder((now) => keptOlder(now, before, newest ?? NONE))
    setAtStart(before.length < STEP)
  }
  /** An older one is not asked for again with the newest. */
  const renew = async (id: string) => {
    ask()
    if (older.every((one) => one.id !== id)) return
    const [changed] = (await page(String(Number(id) + 1), 1)) ?? []
    if (changed !== undefined) setOlder((now) => now.map((one) => (one.id === changed.id ? changed : one)))
  }
  const firstUnread = useFirstUnread(list, talk?.unreadMessages ?? 0)
  useReadMark(isShown ? (list?.at(-1)?.id ?? null) : null, talk?.unreadMessages ?? 0)
  const { entries } = useOutbox()
  const waiting = entries.flatMap((entry) => {
    const message = messageOf(entry)
    return message !== null && keyOf(message) === keyOf(beside) ? [{ id: entry.id, content: message.content }] : []
  })
  const post = async (written: Written): Promise<boolean> => {
    const attempt = attemptOf(written, saidHere(unsent.now(), actingUserId()), unknown.current)
    const how = await sendOrKeep(attempt, {
      isWaiting: unsent.isWaiting,
      send: async (input, requestKey) => {
        if ('jobOrderId' in input) return (await adding.run({ ...input, requestKey })).problems
        if ('taskId' in input) {
          const { taskId, ...said } = input
          return (await besideTask.run({ ...said, id: taskId, requestKey })).problems
        }
        const { workRequestId, ...said } = input
        return (await commenting.run({ ...said, id: workRequestId, requestKey })).problems
      },
      keep: (input: MessageInput, key) => unsent.addKeyed(ORDER_MESSAGE, key, input),
    })
    unknown.current = how === 'UNKNOWN' ? attempt : null
    if (how === 'SENT') ask()
    return how === 'SENT' || how === 'KEPT'
  }
  return {
    list,
    waiting,
    firstUnread,
    hasEarlier: (newest?.length ?? 0) >= size && !isAtStart,
    isBusy: adding.isBusy || commenting.isBusy || besideTask.isBusy || editing.isBusy || deleting.isBusy || uploading === 'BUSY',
    isFailed: talk === undefined && error !== undefined,
    problems: [
      ...adding.problems,
      ...commenting.problems,
      ...besideTask.problems,
      ...editing.problems,
      ...deleting.problems,
      ...(uploading === null || uploading === 'BUSY' ? [] : [uploading]),
    ],
    earlier: () => void earlier(),
    again: ask,
    send: (content) => post({ ...beside, content, contentType: 'TEXT' }),
    attach: async (file) => {
      const wrong = attachmentProblem(file)
      if (wrong !== null) return setUploading(wrong)
      setUploading('BUSY')
      const sent = await uploadAttachment(file, { accessToken: session.accessToken, tenantId: session.tenantId })
      setUploading(typeof sent === 'string' ? null : sent)
      if (typeof sent === 'string') await post({ ...beside, content: sent, contentType: 'ATTACHMENT' })
    },
    edit: async (messageId, content) => {
      const { problems } = await editing.run({ id: messageId, content, actingUserId: actingUserId() })
      if (problems.length === 0) await renew(messageId)
      return problems.length === 0
    },
    remove: async (messageId) => {
      await deleting.run({ id: messageId, actingUserId: actingUserId() })
      await renew(messageId)
    },
  }
}

/** What was written there, read again when somebody writes. */
function useTalk(beside: Beside, size: number) {
  const kind = 'jobOrderId' in beside ? 'ORDER' : 'taskId' in beside ? 'TASK' : 'REQUEST'
  const id = 'jobOrderId' in beside ? beside.jobOrderId : 'taskId' in beside ? beside.taskId : beside.workRequestId
  const variables = { id, size }
  const client = useClient()
  /** Messages before one, which are asked once; null where they cannot be read. */
  const page = async (before: string, most: number): Promise<readonly MessageFieldsFragment[] | null> => {
    const asked = { id, size: most, before }
    const once = { requestPolicy: 'network-only' } as const
    const conversation =
      kind === 'ORDER'
        ? (await client.query(OrderConversationDocument, asked, once).toPromise()).data?.jobOrder.conversation
        : kind === 'TASK'
          ? (await client.query(TaskConversationDocument, asked, once).toPromise()).data?.operationalTask.conversation
          : (await client.query(RequestConversationDocument, asked, once).toPromise()).data?.workRequest.conversation
    return conversation?.messages ?? null
  }
  const ofOrder = useFreshQuery(OrderConversationDocument, variables, IN_ORDERS, { pause: kind !== 'ORDER' })
  const ofRequest = useFreshQuery(RequestConversationDocument, variables, IN_REQUESTS, { pause: kind !== 'REQUEST' })
  const ofTask = useFreshQuery(TaskConversationDocument, variables, IN_TASKS, { pause: kind !== 'TASK' })
  if (kind === 'ORDER') return { talk: ofOrder[0].data?.jobOrder, error: ofOrder[0].error, ask: ofOrder[1], page }
  if (kind === 'TASK') return { talk: ofTask[0].data?.operationalTask, error: ofTask[0].error, ask: ofTask[1], page }
  return { talk: ofRequest[0].data?.workRequest, error: ofRequest[0].error, ask: ofRequest[1], page }
}

/** Which message was the first unread one when the conversation was opened: reading it does not move the line. */
function useFirstUnread(list: readonly MessageFieldsFragment[] | null, unread: number): string | null {
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first === undefined && list !== null) setFirst(unread === 0 ? null : (list.at(-unread)?.id ?? null))
  return first ?? null
}

/** Tells the server what is on the screen, while somebody looks at it. */
function useReadMark(newest: string | null, unread: number): void {
  const { run } = useChange(MarkConversationReadDocument)
  const told = useRef<string | null>(null)
  useEffect(() => {
    const tell = () => {
      if (newest === null || unread === 0 || told.current === newest || document.visibilityState !== 'visible') return
      told.current = newest
      void run({ messageId: newest, actingUserId: actingUserId() })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [newest, unread, run])
}

import { useRef } from 'react'
import { SaveShiftNoteDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { type NoteInput, SHIFT_NOTE } from './handoverKinds.ts'

export type SaveNote = {
  readonly isBusy: boolean
  readonly problems: readonly ApiProblem[]
  /** Saves the note, or keeps it until it can be sent; resolves to false where it was refused. */
  save(input: NoteInput): Promise<boolean>
}

/** Returns how a note of a shift is saved. Without a connection it waits in the outbox, as written then and by whom. */
export function useSaveNote(): SaveNote {
  const { t } = useTexts('handover')
  const unsent = useUnsent()
  const unknown = useRef<Attempt<NoteInput> | null>(null)
  // The key is made with the attempt, since the outbox sends the same under it.
  const { run, isBusy, problems } = useChange(SaveShiftNoteDocument, { withKey: (variables) => variables })
  return {
    isBusy,
    problems,
    save: async (note) => {
      const attempt = attemptOf(note, saidHere(unsent.now(), actingUserId()), unknown.current)
      const how = await sendOrKeep(attempt, {
        isWaiting: unsent.isWaiting,
        send: async (input, requestKey) => (await run({ input, requestKey })).problems,
        keep: (input, key) => unsent.addKeyed(SHIFT_NOTE, key, input),
      })
      unknown.current = how === 'UNKNOWN' ? attempt : null
      if (how === 'SENT') showToast(t('saved'))
      return how === 'SENT' || how === 'KEPT'
    },
  }
}

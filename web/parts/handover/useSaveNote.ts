import { SaveShiftNoteDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
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
  const { run, isBusy, problems } = useChange(SaveShiftNoteDocument, {
    withKey: (variables, requestKey) => ({ ...variables, requestKey }),
  })
  return {
    isBusy,
    problems,
    save: async (input) => {
      const now = unsent.now()
      const acting = actingUserId()
      const late = {
        ...input,
        ...(now !== null && { occurredAt: new Date(now).toISOString() }),
        ...(acting !== null && { actingUserId: acting }),
      }
      const keep = () => unsent.add(SHIFT_NOTE, [late])
      // What waits already goes first.
      if (unsent.isWaiting() && (await keep())) return true
      const refused = (await run({ input })).problems
      if (refused.length === 0) showToast(t('saved'))
      return refused.length === 0 || (isTransient(refused) && (await keep()))
    },
  }
}

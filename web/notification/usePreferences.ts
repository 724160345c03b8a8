import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { NotificationPreferencesDocument, SaveNotificationPreferencesDocument } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { changedPreferences, preferencesInput, type PreferencesChange, type StoredPreferences } from './preferences.view.ts'

type Preferences = {
  /** What is stored, with what is on its way. */
  readonly current: StoredPreferences
  readonly isBusy: boolean
  /** Whether the last change is stored, and nothing more is on its way. */
  readonly isSaved: boolean
  problemOf(field: string): ApiProblem | null
  /** Stores one change on top of what is stored now, perhaps from another device; returns what was refused, after which all is as before. */
  change(change: PreferencesChange): Promise<readonly ApiProblem[]>
}

/** Returns what the viewer is sent, and how one thing of it is changed: one change after the other, however fast they come. */
export function usePreferences(stored: StoredPreferences): Preferences {
  const client = useClient()
  const saving = useChange(SaveNotificationPreferencesDocument)
  const [pending, setPending] = useState<readonly PreferencesChange[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [isSaved, setSaved] = useState(false)
  const ask = () => client.query(NotificationPreferencesDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  const store = async (change: PreferencesChange) => {
    setSaved(false)
    saving.forget()
    const { data, error } = await ask()
    if (data === undefined) return problemsOf(error)
    const next = changedPreferences(data.notificationPreferences, change)
    const { problems } = await saving.run({ input: preferencesInput(next) })
    if (problems.length === 0) {
      setSaved(true)
      // The page shows it by then, without a moment of what was before.
      await ask()
    }
    return problems
  }
  return {
    current: pending.reduce(changedPreferences, stored),
    isBusy: pending.length > 0,
    isSaved: isSaved && pending.length === 0,
    problemOf: saving.problemOf,
    change: (change) => {
      setPending((now) => [...now, change])
      const mine = last.current.then(() => store(change)).finally(() => setPending((now) => now.filter((one) => one !== change)))
      last.current = mine.catch(() => undefined)
      return mine
    },
  }
}

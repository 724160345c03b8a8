import { useViewer } from '#web/api/viewer.ts'
import { useActingPerson } from '#web/base/actingPerson.ts'
import { doerOf } from './todo.view.ts'

/** Returns the id of who does what is to be done here; null = a station where nobody is named. */
export function useDoer(): string | null {
  return doerOf(useViewer(), useActingPerson())
}

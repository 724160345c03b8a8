import type { Viewer } from '#web/api/viewer.ts'

const KEY = 'trueline.operator.home'
const LANDED_KEY = 'trueline.operator.landed'

type Person = Pick<Viewer, 'id' | 'isStation'>

/** Returns whether the account begins in operator mode in this browser; a station does unless somebody chose otherwise. */
export function beginsInOperatorMode({ id, isStation }: Person): boolean {
  const chosen = localStorage.getItem(`${KEY}.${id}`)
  return chosen === null ? isStation : chosen === 'on'
}

/** Keeps in this browser whether the account begins in operator mode. */
export function setOperatorHome({ id }: Person, isOn: boolean): void {
  localStorage.setItem(`${KEY}.${id}`, isOn ? 'on' : 'off')
}

/** Returns whether the page leads on to operator mode: once a tab, for an account that begins there. */
export function leadsToOperatorMode(person: Person): boolean {
  if (sessionStorage.getItem(LANDED_KEY) !== null) return false
  sessionStorage.setItem(LANDED_KEY, 'yes')
  return beginsInOperatorMode(person)
}

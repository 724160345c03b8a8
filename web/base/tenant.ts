const TENANT_KEY = 'trueline.tenant'
const SWITCHING_KEY = 'trueline.switchingTo'

/** Returns the id of the company that the person chose in this browser, or null before the first choice. */
export function heldTenant(): string | null {
  return localStorage.getItem(TENANT_KEY)
}

/** Holds a company for the next calls and sign-ins, or with null forgets it. */
export function holdTenant(companyId: string | null): void {
  if (companyId === null) localStorage.removeItem(TENANT_KEY)
  else localStorage.setItem(TENANT_KEY, companyId)
}

/** Switches the company: holds it, remembers its name for the screen shown meanwhile, and loads a page afresh, by default the work centers (spec 000 §4). */
export function switchCompany(
  company: { readonly id: string; readonly name: string },
  path: '/boxes' | '/addbox' | `/notifications?id=${string}` = '/boxes',
): void {
  holdTenant(company.id)
  sessionStorage.setItem(SWITCHING_KEY, company.name)
  location.assign(path)
}

/** Returns the name of the company that is being switched to, or null. */
export function switchingTo(): string | null {
  return sessionStorage.getItem(SWITCHING_KEY)
}

/** Ends the switch: the target's page has loaded. */
export function endSwitch(): void {
  sessionStorage.removeItem(SWITCHING_KEY)
}

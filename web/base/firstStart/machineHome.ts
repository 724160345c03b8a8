import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { isDemoAddress } from '#engine/user/demoPerson.ts'
import type { Viewer, ViewerCompany } from '#web/api/viewer.ts'

/** Where a visitor of the demo connects a real machine. */
export type MachineHome = {
  /** Companies in which they may add it, in the order of the switcher. */
  readonly own: readonly ViewerCompany[]
  /** Companies whose administrator adds it; empty where there is an own one. */
  readonly asked: readonly ViewerCompany[]
  /** They use a shared account, which creates no company: an account of their own comes first. */
  readonly needsAccount: boolean
}

/** Returns where a visitor of the demo connects a real machine: an own company, or what they need first. */
export function machineHome({ companies, email }: Pick<Viewer, 'companies' | 'email'>): MachineHome {
  const real = companies.filter(({ id }) => id !== DEMO_COMPANY_ID)
  const own = real.filter(({ mayAddWorkCenters }) => mayAddWorkCenters)
  return { own, asked: own.length > 0 ? [] : real, needsAccount: own.length === 0 && isDemoAddress(email) }
}

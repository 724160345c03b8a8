import { createContext, useContext } from 'react'
import { DEMO_COMPANY_ID, type AbilitySubject, type Role } from '#engine/access/abilities.ts'

export type ViewerCompany = {
  readonly id: string
  readonly name: string
  readonly photoUrl: string | null
  /** Whether the user may add work centers there. */
  readonly mayAddWorkCenters: boolean
}

/** Who looks: the user, the current company and what of it may be read. */
export type Viewer = {
  readonly id: string
  readonly fullName: string
  readonly email: string
  readonly photo: string | null
  readonly role: Role
  /** Whether several people use the account beside a machine. */
  readonly isStation: boolean
  readonly timeZone: string
  readonly companies: readonly ViewerCompany[]
  readonly company: ViewerCompany | null
  /** Nothing but the proof of the e-mail address is open yet. */
  readonly isProofDue: boolean
  readonly readable: ReadonlySet<AbilitySubject>
  readonly updatable: ReadonlySet<AbilitySubject>
  /** What goes beyond everyday changes, for example approval. */
  readonly modifiable: ReadonlySet<AbilitySubject>
}

/** Returns whether the viewer looks at the demo company. */
export function isInDemo({ company }: Pick<Viewer, 'company'>): boolean {
  return company?.id === DEMO_COMPANY_ID
}

export const ViewerContext = createContext<Viewer | null>(null)

/** Returns the viewer; only below the shell, which waits for it. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (viewer === null) throw new Error('No viewer above this component')
  return viewer
}

import type { Client } from 'urql'
import { DEFAULT_PAGE } from '#engine/access/routeGuards.ts'
import { askAhead } from '#web/api/ahead.ts'
import { SessionCompaniesDocument, SessionProfileDocument, UserAbilitiesDocument, WorkCentersDocument } from '#web/api/generated/graphql.ts'
import { rememberedAnswers } from '#web/base/rememberedAnswers.ts'
import { heldTenant } from '#web/base/tenant.ts'
import { viewerOf } from '#web/base/viewer.ts'

/**
 * Asks the first questions of every signed-in page, and the work centers on their page, while the page is being made, so that it is drawn once with
 * its answers. A person not known to belong to a company is asked first.
 */
export function askFirstQuestions(client: Client, path: string): void {
  askAhead(client, SessionProfileDocument)
  askAhead(client, SessionCompaniesDocument)
  askAhead(client, UserAbilitiesDocument)
  const known = rememberedAnswers()
  if (path !== DEFAULT_PAGE || known === null) return
  const { company, isProofDue } = viewerOf(known, heldTenant())
  if (company !== null && !isProofDue) askAhead(client, WorkCentersDocument)
}

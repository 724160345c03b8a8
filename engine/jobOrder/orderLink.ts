import { textProblem } from '#engine/fields/fieldRules.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { Problem } from '#engine/result.ts'

/** A file elsewhere that belongs to an order. */
export type OrderLink = { readonly fileName: string; readonly group: string; readonly url: string }

/** More links of an order nobody reads. */
export const MAX_LINKS = 50
const NAME = { min: 1, max: 200 } as const
const GROUP = { min: 0, max: 60 } as const
const MAX_URL = 2000

/** Returns why the links of an order in the status cannot be changed: once it is over they belong to what was made (domain.md S-50). */
export function problemsOfLinksIn(status: JobOrderStatus): readonly Problem[] {
  const isOver = status === 'COMPLETED' || status === 'CANCELLED'
  return isOver ? [{ code: 'JOB_ORDER_FIELD_LOCKED', field: 'links', params: { status } }] : []
}

/** Returns every problem of the links, each with its place in the list (domain.md J-12). */
export function problemsOfLinks(links: readonly OrderLink[], present: number): readonly Problem[] {
  if (links.length === 0) return [{ code: 'REQUIRED', field: 'links' }]
  if (present + links.length > MAX_LINKS) return [{ code: 'LENGTH_OUT_OF_RANGE', field: 'links', params: { min: 1, max: MAX_LINKS } }]
  return links.flatMap((link, index) => {
    const problems = [textProblem('fileName', link.fileName, NAME), textProblem('group', link.group, GROUP), urlProblem(link.url)]
    return problems.filter((problem) => problem !== null).map((problem) => ({ ...problem, field: `links.${index}.${problem.field ?? ''}` }))
  })
}

/** Returns the extension of the file that a link leads to, lower case; empty where its path has none. */
export function extensionOf(url: string): string {
  const path = parsed(url)?.pathname ?? ''
  return /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** Only pages of the web open from an order: another scheme could run in the page. */
function urlProblem(url: string): Problem | null {
  const found = url.length <= MAX_URL ? parsed(url.trim()) : null
  return found !== null && (found.protocol === 'http:' || found.protocol === 'https:') ? null : { code: 'LINK_NOT_VALID', field: 'url' }
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}

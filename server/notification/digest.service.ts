import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { digestOf, nextDigestAt, problemOfDigest } from '#engine/notification/digest.ts'
import type { Digest, DigestPlan } from '#engine/notification/digest.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { emailTextsOf } from '#server/mail/emailTexts.ts'
import type { MailingList, Unsubscribing } from '#server/mail/unsubscribe.ts'
import { Refusal } from '#server/refusal.ts'
import { listUsers } from '#server/user/user.store.ts'
import {
  deleteLeftDigest,
  endDigest,
  findDigestPlan,
  findEndedDigest,
  findZoneOf,
  hasDigest,
  listDigestCopies,
  listDueDigests,
  lockDueDigest,
  noteDigest,
  postponeDigest,
  storeDigestPlan,
} from './digest.store.ts'
import type { DueDigest, LockedDigest } from './digest.store.ts'
import { namesText } from './notificationWords.ts'
import { findPreference, isMemberOf } from './people.store.ts'
import { clockOf } from './plainTimes.ts'

const DIGEST_LIST = 'NOTIFICATION_DIGEST'
const AT_A_TIME = 200
const EVERY_MS = { DAY: DAY_MS, WEEK: 7 * DAY_MS } as const
/** One that fails is tried again after so long. */
const AGAIN_AFTER_MS = HOUR_MS

type PlanDeps = { readonly database: Pick<Database, 'inSystem' | 'inTenant'>; readonly now: () => number }
type Person = { readonly companyId: CompanyId; readonly userId: UserId }

/** Returns when the person gets summaries after they said so (null = never); refuses a time that is none. */
export async function saveDigestPlan(deps: PlanDeps, { companyId, userId }: Person, plan: DigestPlan | null): Promise<DigestPlan | null> {
  const problem = plan === null ? null : problemOfDigest(plan)
  if (problem !== null) throw new Refusal(problem)
  // Of accounts only the system reads.
  const zone = await deps.database.inSystem((tx) => findZoneOf({ companyId, tx }, userId))
  return await deps.database.inTenant(companyId, async (tenant) => {
    const now = deps.now()
    if (plan === null) await endDigest(tenant, userId, new Date(now))
    else await storeDigestPlan(tenant, userId, { ...plan, now, next: nextDigestAt(plan, zone, now) })
    return await findDigestPlan(tenant, userId)
  })
}

export type DigestDeps = {
  readonly database: Pick<Database, 'inSystem'>
  readonly publicUrl: string
  readonly emailLinks: Pick<Unsubscribing, 'linkOf'>
  readonly log: Pick<Logger, 'error'>
  readonly now?: () => number
}

/** Has summaries sent that are due, looked for each minute by one process for all (domain.md AL-27). */
export function sendDigestsRegularly(jobs: Pick<Jobs, 'every'>, deps: DigestDeps): void {
  jobs.every('NOTIFICATION_DIGESTS', { next: (at) => at + MINUTE_MS, isAtStart: true }, async ({ signal }) => {
    while (!signal.aborted && (await sendDueDigests(deps)) === AT_A_TIME);
  })
}

/** Returns how many summaries were due and looked at, at most 200: each in a transaction of its own, with the e-mail, so that none is sent twice. One that fails is put off for an hour. */
export async function sendDueDigests(deps: DigestDeps): Promise<number> {
  const now = (deps.now ?? Date.now)()
  const due = await deps.database.inSystem((tx) => listDueDigests(tx, new Date(now), AT_A_TIME))
  for (const one of due) {
    const { companyId, userId } = one
    const inCompany = (work: (tenant: Tenant) => Promise<void>) => deps.database.inSystem((tx) => work({ companyId, tx }))
    try {
      await inCompany((tenant) => sendDigest(tenant, one, deps, now))
    } catch (error) {
      deps.log.error({ err: error, companyId, userId }, 'a summary of notifications cannot be made')
      await inCompany((tenant) => postponeDigest(tenant, userId, new Date(now + AGAIN_AFTER_MS)))
    }
  }
  return due.length
}

async function sendDigest(tenant: Tenant, { userId }: DueDigest, deps: DigestDeps, now: number): Promise<void> {
  const plan = await lockDueDigest(tenant, userId, new Date(now))
  if (plan === null) return await deleteLeftDigest(tenant, userId)
  const next = nextDigestAt(plan, plan.zone, now)
  const { pausedUntil } = await findPreference(tenant, userId)
  // Who wants nothing for now is told with the next one.
  if (pausedUntil !== null && pausedUntil > now) return await noteDigest(tenant, userId, { next, toldUntil: plan.since })
  await noteDigest(tenant, userId, { next, toldUntil: now })
  const digest = digestOf(await listDigestCopies(tenant, userId, { since: plan.since, until: now }), plan.since)
  if (digest === null || tenant.companyId === DEMO_COMPANY_ID) return
  const language = isLanguage(plan.language) ? plan.language : 'en'
  await queueEmail(tenant.tx, {
    to: plan.to,
    language: plan.language,
    kind: 'NOTIFICATION_DIGEST',
    params: { ...digestParams(digest, plan, language, now), link: `${deps.publicUrl}/notifications` },
    unsubscribeUrl: deps.emailLinks.linkOf({ list: DIGEST_LIST, companyId: tenant.companyId, key: DIGEST_LIST, userId }),
  })
}

/** Returns the values of the words of a summary in the language: each kind in a line, with its machines. */
export function digestParams(
  digest: Digest,
  { company, since, zone }: Pick<LockedDigest, 'company' | 'since' | 'zone'>,
  language: Language,
  now: number,
) {
  const { notificationTypes } = emailTextsOf(language)
  const [line1 = '', line2 = '', line3 = '', line4 = '', line5 = ''] = digest.lines.map(({ type, count, workCenters }) => {
    const places = namesText(workCenters.map((place) => `${place.name} ${place.count}`))
    return `${notificationTypes[type]} – ${count} (${places})`
  })
  const lines = { line1, line2, line3, line4, line5, more: digest.more === 0 ? '' : String(digest.more) }
  const open = { open: digest.open === 0 ? '' : String(digest.open), untaken: digest.untaken === 0 ? '' : String(digest.untaken) }
  return { ...lines, ...open, company, count: String(digest.told), since: clockOf(since, zone, now) }
}

/** Has people end their summaries by the link in one, and get them again by it (domain.md AL-27). */
export function endDigestMails(
  unsubscribing: Pick<Unsubscribing, 'handle'>,
  database: Pick<Database, 'inSystem' | 'inTenant'>,
  now: () => number = Date.now,
): void {
  const asked =
    (act: 'END' | 'NAME' | 'TAKE_BACK'): MailingList['leave'] =>
    async ({ companyId, userId }) => {
      const zone = act === 'TAKE_BACK' ? await database.inSystem((tx) => findZoneOf({ companyId, tx }, userId)) : 'UTC'
      const isThere = await database.inTenant(companyId, async (tenant) => {
        if (!(await isMemberOf(tenant, userId))) return false
        if (act === 'NAME') return await hasDigest(tenant, userId)
        return act === 'END' ? await endDigest(tenant, userId, new Date(now())) : await takeBack(tenant, userId, zone, now())
      })
      const [user] = isThere ? await database.inSystem((tx) => listUsers(tx, [userId])) : []
      if (user === undefined) return null
      const language = isLanguage(user.language) ? user.language : 'en'
      return { language, name: emailTextsOf(language).digest }
    }
  unsubscribing.handle(DIGEST_LIST, { name: asked('NAME'), leave: asked('END'), comeBack: asked('TAKE_BACK') })
}

/** Has summaries come again; after more than one was left out they begin anew, at their time, and do not tell of all that was between. */
async function takeBack(tenant: Tenant, userId: UserId, zone: string, now: number): Promise<boolean> {
  const ended = await findEndedDigest(tenant, userId)
  if (ended === null || now - ended.endedAt <= EVERY_MS[ended.every]) return await endDigest(tenant, userId, null)
  await storeDigestPlan(tenant, userId, { ...ended, now, next: nextDigestAt(ended, zone, now) })
  return true
}

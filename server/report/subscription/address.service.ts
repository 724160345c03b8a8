import type { UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { addressProblems } from '#engine/report/subscription.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Language } from '#engine/user/language.ts'
import { audited } from '#server/company/audit.store.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import type { MailingList, Unsubscribing } from '#server/mail/unsubscribe.ts'
import { Refusal } from '#server/refusal.ts'
import { reportTextsOf } from '../reportTexts.ts'
import { countAsked, findAddressed, setAddresses, setAgreed } from './address.store.ts'
import { findSubscription } from './subscription.store.ts'
import type { Subscription } from './subscription.store.ts'

/** The pages behind links to addresses outside the company: one asks to agree, the other to get no more. */
export const AGREE_LIST = 'REPORT_AGREE'
export const ADDRESS_LIST = 'REPORT_ADDRESS'

/** Addresses that a company may have asked within a day: strangers get these e-mails. */
const MOST_ASKED = 100

export type AddressDeps = { readonly now: () => number; readonly links: Pick<Unsubscribing, 'linkOf'> }

/** Returns the e-mail addresses as they are stored: trimmed, in small letters, each once. Refuses those that are none, and any but those that are there where the company allows none. */
export async function checkedAddresses(
  tenant: Tenant,
  emails: readonly string[],
  there: readonly string[] = [],
): Promise<readonly string[]> {
  const clean = emails.map((email) => email.trim().toLowerCase())
  const isAllowed = clean.every((email) => there.includes(email)) || (await findCompany(tenant))?.externalReports === true
  const [problem] = addressProblems(clean, { isAllowed })
  if (problem !== undefined) throw new Refusal(problem)
  return [...new Set(clean)]
}

/** Stores the addresses of the subscription, and asks the new ones whether they want it; nothing is sent before they agree. Hold the company before. */
export async function keepAddresses(
  tenant: Tenant,
  { now, links }: AddressDeps,
  subscription: Pick<Subscription, 'id' | 'language' | 'type'>,
  change: { readonly emails: readonly string[]; readonly sender: string },
): Promise<void> {
  const { emails, sender } = change
  const asked = await setAddresses(tenant, subscription.id, { emails, now: now(), askAgainMs: DAY_MS })
  if (asked.length === 0) return
  if ((await countAsked(tenant, { since: now() - DAY_MS, now: now(), addresses: asked.length })) > MOST_ASKED)
    throw new Refusal({ code: 'TOO_MANY_EMAILS', field: 'emails', params: { max: MOST_ASKED } })
  const company = await findCompany(tenant)
  const language = languageOfAddresses(subscription, company)
  for (const { id, email } of asked) {
    const linkOf = (list: string) =>
      links.linkOf({ list, companyId: tenant.companyId, key: `${subscription.id}`, userId: asId<UserId>(id) })
    await queueEmail(tenant.tx, {
      to: email,
      language,
      kind: 'REPORT_CONFIRM',
      params: {
        link: linkOf(AGREE_LIST),
        sender,
        company: company?.name ?? '',
        report: reportTextsOf(language).titles[subscription.type],
      },
      unsubscribeUrl: linkOf(ADDRESS_LIST),
    })
  }
}

/** Returns the language in which addresses outside the company are written to: that of the subscription, else the company's. */
export function languageOfAddresses(
  { language }: Pick<Subscription, 'language'>,
  company: { readonly language: Language } | null,
): Language {
  return language ?? company?.language ?? 'en'
}

/** Has people outside the company agree to get a report, and leave it, by the links in its e-mails. */
export function letAddressesDecide(
  unsubscribing: Pick<Unsubscribing, 'handle'>,
  database: Pick<Database, 'inTenant'>,
  now: () => number = Date.now,
): void {
  const asked =
    (act: (tenant: Tenant, addressId: string) => Promise<number | null>): MailingList['leave'] =>
    async ({ companyId, userId: addressId }) =>
      await database.inTenant(companyId, async (tenant) => {
        const subscriptionId = await act(tenant, addressId)
        const subscription = subscriptionId === null ? null : await findSubscription(tenant, subscriptionId)
        return subscription === null ? null : await namedTo(tenant, subscription)
      })
  const answered = (isAgreed: boolean) => asked((tenant, id) => keepAnswer(tenant, id, { isAgreed, at: new Date(now()) }))
  const [agree, refuse] = [answered(true), answered(false)]
  const name = (isAlsoRemoved: boolean) =>
    asked(async (tenant, id) => {
      const found = await findAddressed(tenant, id)
      return found === null || (found.isRemoved && !isAlsoRemoved) ? null : found.id
    })
  // On the page that asks to agree its button says yes, and what is taken back is the yes.
  unsubscribing.handle(AGREE_LIST, { name: name(false), leave: agree, comeBack: refuse }, 'agree')
  unsubscribing.handle(ADDRESS_LIST, { name: name(true), leave: refuse, comeBack: agree })
}

/** The log has it of nobody: who answers cannot sign in. Said again it changes nothing. */
async function keepAnswer(
  tenant: Tenant,
  addressId: string,
  said: { readonly isAgreed: boolean; readonly at: Date },
): Promise<number | null> {
  const kept = await setAgreed(tenant, addressId, said)
  if (kept === null) return null
  const entry = { userId: null, at: said.at, action: 'UPDATE_REPORT', subject: `report ${kept.subscriptionId}` } as const
  await audited(tenant, { ...entry, about: { emails: [kept.email] } }, { answer: kept.before }, { answer: kept.after })
  return kept.subscriptionId
}

async function namedTo(tenant: Tenant, subscription: Subscription): Promise<{ readonly name: string; readonly language: Language }> {
  const company = await findCompany(tenant)
  const language = languageOfAddresses(subscription, company)
  return { name: `${reportTextsOf(language).titles[subscription.type]}, ${company?.name ?? ''}`, language }
}

/** Returns how an address outside the company is told who sends it something. */
export function senderName(person: { readonly firstName: string; readonly lastName: string } | null): string {
  return `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim() || 'Trueline'
}

import type { CompanyId, UserId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import type { Unsubscribing } from '#server/mail/unsubscribe.ts'
import { datesText, dateText, timeText, writtenPeriodText } from './dateWords.ts'
import { endWaiting, insertDeliveries, listWaiting, setEmail } from './delivery.store.ts'
import { headlineWords } from './headline.ts'
import { findHeadline } from './proof/proof.store.ts'
import { readersNow } from './readsNow.ts'
import type { Rendering } from './report.store.ts'
import { titleOfReport } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'
import { reportTextsOf } from './reportTexts.ts'
import { ADDRESS_LIST, senderName } from './subscription/address.service.ts'
import { endAddressWaiting, holdWaitingAddresses } from './subscription/address.store.ts'
import type { AddressState } from './subscription/address.store.ts'

/** What e-mails with reports need. */
export type Mailing = {
  readonly publicUrl: string
  readonly unsubscribing: Pick<Unsubscribing, 'linkOf'>
  /** A larger file is not attached; the link leads to it. */
  readonly attachLimitBytes?: number
}

/** Subscriptions as a list of e-mails that people may leave. */
export const REPORT_LIST = 'REPORT'

/** Many mail servers refuse e-mails of more than 10 MB, which these are once they are encoded. */
const ATTACH_LIMIT_BYTES = 8_000_000
/** Who waited longer for a report may have gone, so it is also mailed. */
const PATIENCE_MS = MINUTE_MS

/** Somebody who gets the file, as their account says now. */
type Receiver = { readonly userId: UserId; readonly email: string; readonly firstName: string; readonly language: Language }

/**
 * Returns who waits for the file, and the person who asked for it more than a minute ago: those who may read all of it as things are now. The others
 * wait no longer.
 */
export async function findReaders(
  database: Pick<Database, 'inSystem' | 'inTenant'>,
  companyId: CompanyId,
  { rendering: { id, runId, userId, createdAt }, request }: { readonly rendering: Rendering; readonly request: ReportRequest },
  now: number,
): Promise<readonly Receiver[]> {
  const waiting = await database.inTenant(companyId, async (tenant) => {
    const isLate = userId !== null && now - createdAt.getTime() > PATIENCE_MS
    if (isLate) await insertDeliveries(tenant, runId, [userId], { state: 'WAITING', renderingId: id })
    return await listWaiting(tenant, id)
  })
  if (waiting.length === 0) return []
  const readers = (await readersNow(database, companyId, request, waiting)).map(({ user }) => user)
  const without = waiting.filter((one) => readers.every((user) => user.id !== one))
  await database.inTenant(companyId, async (tenant) => {
    for (const user of without) await endWaiting(tenant, { renderingId: id, userId: user, state: 'NO_RIGHT' })
  })
  return readers.map(({ id: user, email, firstName, language }) => ({
    userId: user,
    email,
    firstName,
    language: isLanguage(language) ? language : 'en',
  }))
}

/** Mails the file to those who wait for it, or leaves it on their page; in the transaction that says that it is there, so that each gets one e-mail. */
export async function deliver(
  tenant: Tenant,
  { publicUrl, unsubscribing, attachLimitBytes = ATTACH_LIMIT_BYTES }: Mailing,
  made: {
    readonly rendering: Rendering
    readonly request: ReportRequest
    readonly file: { readonly id: string; readonly size: number }
    readonly readers: readonly Receiver[]
  },
): Promise<void> {
  const { rendering, request, file, readers } = made
  const { id: renderingId, runId, subscriptionId, late, named } = rendering
  const isMailed = rendering.isMailed || rendering.userId !== null
  const company = (await findCompany(tenant))?.name ?? ''
  const headline = await findHeadline(tenant, renderingId)
  for (const { userId, email, firstName, language } of readers) {
    const [figure, parts] = headline === null ? ['', ''] : headlineWords(headline, { language, texts: reportTextsOf(language) })
    if (!(await endWaiting(tenant, { renderingId, userId, state: isMailed ? 'MAILED' : 'FILED' })) || !isMailed) continue
    const isAttached = file.size <= attachLimitBytes
    const emailId = await queueEmail(tenant.tx, {
      to: email,
      language,
      kind: 'REPORT',
      params: {
        link: `${publicUrl}/reports?run=${runId}`,
        name: firstName,
        company,
        report: titleOfReport(request, language),
        period: periodText(request, language),
        figure,
        parts,
        isAttached: isAttached ? 'YES' : 'NO',
        late: late.map((one) => writtenPeriodText(one, language)).join(', '),
        named: named.map((one) => writtenPeriodText(one, language)).join(', '),
        unconfirmed: request.unconfirmed === undefined ? '' : `${request.unconfirmed.open} / ${request.unconfirmed.all}`,
      },
      attachments: isAttached ? [{ companyId: tenant.companyId, fileId: file.id }] : [],
      ...(subscriptionId !== null && {
        unsubscribeUrl: unsubscribing.linkOf({ list: REPORT_LIST, companyId: tenant.companyId, key: `${subscriptionId}`, userId }),
      }),
    })
    await setEmail(tenant, renderingId, userId, emailId)
  }
}

/** E-mails the file to the addresses outside the company that wait for it and still agree, if whoever owns the subscription may still read it; they cannot sign in, so one that is too large for an e-mail stays here. */
export async function deliverToAddresses(
  tenant: Tenant,
  { unsubscribing, attachLimitBytes = ATTACH_LIMIT_BYTES }: Mailing,
  made: {
    readonly rendering: Rendering
    readonly request: ReportRequest
    readonly file: { readonly id: string; readonly size: number }
    readonly owner: { readonly firstName: string; readonly lastName: string } | null
  },
): Promise<void> {
  const { rendering, request, file, owner } = made
  const { id: renderingId, subscriptionId } = rendering
  const waiting = await holdWaitingAddresses(tenant, renderingId)
  if (waiting.length === 0 || subscriptionId === null) return
  const company = await findCompany(tenant)
  const isAllowed = owner !== null && company?.externalReports === true
  const headline = await findHeadline(tenant, renderingId)
  const { language } = request
  const texts = reportTextsOf(language)
  const [figure, parts] = headline === null ? ['', ''] : headlineWords(headline, { language, texts })
  for (const { id: addressId, email, isAgreed } of waiting) {
    const end = (state: AddressState, emailId: string | null = null) =>
      endAddressWaiting(tenant, { renderingId, addressId, state, emailId })
    if (!isAllowed || !isAgreed) await end('NO_RIGHT')
    else if (!rendering.isMailed) await end('FILED')
    else if (file.size > attachLimitBytes) await end('TOO_LARGE')
    else {
      const { companyId } = tenant
      const link = unsubscribing.linkOf({ list: ADDRESS_LIST, companyId, key: `${subscriptionId}`, userId: asId<UserId>(addressId) })
      const emailId = await queueEmail(tenant.tx, {
        to: email,
        language,
        kind: 'REPORT_EXTERNAL',
        params: {
          sender: senderName(owner),
          company: company.name,
          report: titleOfReport(request, language),
          period: periodText(request, language),
          figure,
          parts,
          unconfirmed: request.unconfirmed === undefined ? '' : `${request.unconfirmed.open} / ${request.unconfirmed.all}`,
        },
        attachments: [{ companyId, fileId: file.id }],
        unsubscribeUrl: link,
      })
      await end('MAILED', emailId)
    }
  }
}

/** Returns the dates of the report as people of the language say them, of a single shift with its time. */
export function periodText({ from, to, shiftStart, zone }: ReportRequest, language: Language): string {
  return shiftStart === null ? datesText({ from, to }, language) : `${dateText(from, language)}, ${timeText(shiftStart, zone)}`
}

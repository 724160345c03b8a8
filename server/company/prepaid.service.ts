import { prepaidNotice } from '#engine/company/prepaid.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { listAdministrators } from './administrators.store.ts'
import { isOfDemo } from './mayAsk.ts'
import { listEndingPrepaid, storePrepaidNotice } from './prepaid.store.ts'

type Deps = { readonly database: Database; readonly publicUrl: string; readonly now: () => number }

/** The names of so many work centers stand in an e-mail. */
const MOST_NAMED = 10

/**
 * Tells administrators by e-mail 30, 14, 3 and 0 days before the prepaid time of a work center ends, by the clock of the company, each once; those that end
 * on one day in one e-mail (domain.md ST-2). Nothing is switched off by itself.
 */
export async function tellPrepaid({ database, publicUrl, now }: Deps): Promise<void> {
  const at = new Date(now())
  await database.inSystem(async (tx) => {
    const ending = (await listEndingPrepaid(tx, at)).flatMap((one) => {
      const days = prepaidNotice(one.daysLeft, one.told)
      return days === null ? [] : [{ ...one, days }]
    })
    for (const group of Map.groupBy(ending, ({ companyId, until }) => `${companyId} ${until}`).values()) {
      const [first] = group
      if (first === undefined) continue
      for (const one of group) await storePrepaidNotice(tx, one, { days: one.days, at })
      const { companyId, until: day } = first
      if (await isOfDemo({ database }, companyId)) continue
      const named = group.slice(0, MOST_NAMED).map(({ name }) => name)
      const workCenters = [...named, ...(group.length > named.length ? ['…'] : [])].join(', ')
      for (const { email, language, company } of await listAdministrators({ tx, companyId }))
        await queueEmail(tx, {
          kind: 'PREPAID_ENDING',
          params: { link: `${publicUrl}/billing`, company, workCenters, day },
          to: email,
          language,
        })
    }
  })
}

/** Has administrators told by one process of all, within an hour of their midnight. */
export function watchPrepaid(jobs: Pick<Jobs, 'every'>, deps: Deps): void {
  jobs.every('PREPAID_NOTICE', { next: (at) => at + HOUR_MS }, () => tellPrepaid(deps))
}

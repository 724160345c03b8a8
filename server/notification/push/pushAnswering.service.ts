import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { seededNameIn } from '#engine/company/seededNames.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { lengthClassOf } from '#engine/loss/rankReasons.ts'
import type { PushAnswering } from '#engine/notification/channel/push.ts'
import { PUSH_ACTS_MS, pushActs } from '#engine/notification/channel/pushActs.ts'
import type { AskedStop, PushAct } from '#engine/notification/channel/pushActs.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import { findMembership } from '#server/company/membership.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { rankReasonsAt } from '#server/loss/reasonRanking.service.ts'
import { emailTextsOf } from '#server/mail/emailTexts.ts'
import { linkHash, newLinkSecret } from '#server/user/oneTimeLink.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { QueuedPush } from './pushDelivery.store.ts'
import { findAskedLoss, replaceToken } from './pushToken.store.ts'

/** What the message tells, and to whom. */
type Asked = {
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly rows: readonly QueuedPush[]
  readonly now: number
  readonly expiresAt: number
}

/**
 * Returns what a message lets its reader do without signing in: say that it was shown and opened, and of a single notification one act, once, within a quarter
 * of an hour. Stored is the hash of the token only; it ends with the device, the membership or the copy of the person (domain.md AL-24).
 */
export async function answeringOf(database: Pick<Database, 'inSystem' | 'inTenant'>, asked: Asked): Promise<PushAnswering | null> {
  const { companyId, userId, rows, now, expiresAt } = asked
  const [first] = rows
  if (first === undefined) return null
  const isSingle = new Set(rows.map(({ notificationId }) => notificationId)).size === 1
  const membership = await database.inSystem((tx) => findMembership(tx, companyId, userId))
  if (membership === null) return null
  const language = isLanguage(first.language) ? first.language : 'en'
  const stop =
    isSingle && first.type === 'STATUS_DURATION'
      ? await askedStop(database, membership, { place: first.workCenterId, language, now })
      : null
  const acts = isSingle ? pushActs(first.type, stop) : []
  const token = newLinkSecret()
  await database.inSystem((tx) =>
    replaceToken(
      { companyId, tx },
      {
        tokenHash: linkHash(token),
        userId,
        subscriptionId: first.subscriptionId,
        deliveryIds: rows.map(({ id }) => id),
        notificationId: isSingle ? first.notificationId : null,
        acts,
        actsUntil: now + PUSH_ACTS_MS,
        expiresAt,
      },
    ),
  )
  return { token, acts: acts.map((act) => labelOf(act, language, stop?.names ?? new Map())) }
}

type Place = { readonly place: WorkCenterId; readonly language: Language; readonly now: number }

/** The stop that goes on there without a reason, with the likeliest reasons that need no more words, for whoever may give one. */
async function askedStop(
  database: Pick<Database, 'inTenant'>,
  membership: Membership,
  { place, language, now }: Place,
): Promise<(AskedStop & { readonly names: ReadonlyMap<number, string> }) | null> {
  const { companyId, role } = membership
  if (!mayEditLosses(grantsOf(abilitiesOf(role, companyId)))) return null
  return await database.inTenant(companyId, async (tenant) => {
    const loss = await findAskedLoss(tenant, place)
    const [workCenter] = await findWorkCenters(tenant, [place])
    if (loss === null || workCenter === undefined) return null
    const length = lengthClassOf(now - loss.since)
    const ranked = (await rankReasonsAt(tenant, workCenter, now)).find(
      (one) => one.kind === loss.kind && one.statusRuleId === loss.statusRuleId && one.length === length,
    )
    const likely = (ranked?.reasons ?? []).filter(({ score }) => score > 0).map(({ reasonId }) => reasonId)
    if (likely.length === 0) return null
    const known = new Map((await listLossReasons(tenant, likely)).map((reason) => [reason.id, reason]))
    const usable = likely.filter((id) => known.get(id)?.requireExtraNotes === false)
    const names = usable.map((id) => {
      const reason = known.get(id)
      const translated = reason?.translations.find((one) => one.language === language)?.name
      return [id, translated ?? seededNameIn(language, companyId, reason?.name ?? '')] as const
    })
    return { lossId: loss.id, version: loss.version, reasonIds: usable, names: new Map<number, string>(names) }
  })
}

function labelOf(act: PushAct, language: Language, names: ReadonlyMap<number, string>): string {
  const { acts } = emailTextsOf(language)
  if (act.does === 'ACKNOWLEDGE') return acts.acknowledge
  if (act.does === 'SNOOZE') return acts.snooze
  return acts.reason.replace('{{reason}}', names.get(act.reasonId) ?? '?')
}

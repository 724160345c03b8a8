import { asId } from '#engine/ids.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { PUSH_SNOOZE_MS } from '#engine/notification/channel/pushActs.ts'
import { isLanguage } from '#engine/user/language.ts'
import { isAssigned } from '#server/access/access.ts'
import { findMembership } from '#server/company/membership.store.ts'
import { classifyLosses } from '#server/loss/loss.service.ts'
import type { LossDeps } from '#server/loss/lossEditing.ts'
import { emailTextsOf } from '#server/mail/emailTexts.ts'
import { Refusal } from '#server/refusal.ts'
import { linkHash } from '#server/user/oneTimeLink.ts'
import { findUser } from '#server/user/user.store.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { acknowledge, snooze } from '../inbox.service.ts'
import { noteShown, useToken } from './pushToken.store.ts'

export type AnswerDeps = LossDeps

/** Notes that a message was shown, or opened; refuses NOT_FOUND for a token that is unknown or too old. */
export async function noteMessage(deps: AnswerDeps, token: string, isOpened: boolean): Promise<void> {
  const isKnown = await deps.database.inSystem((tx) => noteShown(tx, linkHash(token), { at: deps.now(), isOpened }))
  if (!isKnown) throw new Refusal({ code: 'NOT_FOUND' })
}

/**
 * Does what the button of the place stands for, and returns what to show instead of the message. The token is used up first, whatever comes of it. Refuses NOT_FOUND
 * for one that is unknown, used or too old, and where the person is a member no longer; and what the act refuses to the person by their role and work centers.
 */
export async function answerMessage(deps: AnswerDeps, token: string, place: number): Promise<{ readonly line: string }> {
  const { database, now } = deps
  const at = now()
  const hash = linkHash(token)
  const used = await database.inSystem(async (tx) => {
    const found = await useToken(tx, hash, { at, place })
    if (found === null) return null
    await noteShown(tx, hash, { at, isOpened: true })
    const membership = await findMembership(tx, found.companyId, found.userId)
    const user = await findUser(tx, found.userId)
    return membership === null || user === null ? null : { ...found, membership, language: user.language }
  })
  if (used === null) throw new Refusal({ code: 'NOT_FOUND' })
  const { companyId, userId, membership, notificationId: id, act } = used
  const visible = isAssigned(membership) ? await database.inTenant(companyId, (tenant) => listAssignedWorkCenterIds(tenant, userId)) : null
  const actor = { companyId, userId, visibleIds: visible && [...visible].map((one) => asId<WorkCenterId>(one)) }
  const { acts } = emailTextsOf(isLanguage(used.language) ? used.language : 'en')
  if (act.does === 'SNOOZE') {
    await snooze(deps, actor, { id, until: at + PUSH_SNOOZE_MS })
    return { line: acts.putOff }
  }
  if (act.does === 'CLASSIFY') {
    const { lossId, version } = act
    const reasonId = asId<LossReasonId>(act.reasonId)
    const how = { via: 'TILE', tilePlace: place, shownMs: null, saidAt: at } as const
    await classifyLosses(deps, { member: membership, visible }, [
      { id: lossId, version, reasonId, scope: 'LOSS', isCopiedOnward: true, wentOn: true, how },
    ])
  }
  // Whoever says what it is has taken it.
  await acknowledge(deps, actor, { id, comment: null })
  return { line: act.does === 'CLASSIFY' ? acts.said : acts.taken }
}

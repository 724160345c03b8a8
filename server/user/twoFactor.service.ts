import type { UserId } from '#engine/ids.ts'
import { lockMs } from '#engine/user/lockOut.ts'
import { readCode, showRecoveryCode } from '#engine/user/oneTimeCode.ts'
import type { TypedCode } from '#engine/user/oneTimeCode.ts'
import type { Database } from '#server/db/database.ts'
import { keepSecret } from '#server/identity/serverSecret.store.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import type { Account } from './account.store.ts'
import { authenticatorUri, newAuthenticatorSecret, newRecoveryCodes, qrCodeOf, recoveryCodeHash, stepOfCode } from './authenticatorCode.ts'
import type { QrCode } from './authenticatorCode.ts'
import { auditAccount, confirmPassword, ownAccount } from './password.service.ts'
import { newSealKey, open, seal } from '#server/sealedSecret.ts'
import { endSessions } from './signInSession.store.ts'
import {
  clearTwoFactor,
  confirmSecret,
  lockTwoFactor,
  replaceRecoveryCodes,
  storeSecret,
  takeRecoveryCode,
  takeStep,
} from './twoFactor.store.ts'
import type { TwoFactor } from './twoFactor.store.ts'
import type { Vault } from '#server/vault.ts'
import { addFailures, clearFailures, lockUntil } from './credentials.store.ts'

export type TwoFactorDeps = { readonly database: Database; readonly now: () => number }

type System = Parameters<Parameters<Database['inSystem']>[0]>[0]
/** A transaction, and what opens the secrets in it. */
type Opened = { readonly tx: System; readonly vault: Vault }
type Caller = { readonly userId: UserId; readonly sessionId?: string | null }

/** What a person puts into an authenticator app, by picture or by hand. */
export type TwoFactorStart = { readonly secret: string; readonly uri: string; readonly qr: QrCode }

const SEAL_KEY_NAME = 'account_seal_key'

/** Returns a new secret, which counts only once a code of it was given; refuses TWO_FACTOR_ON where one counts already, and DEMO_ACCOUNT. */
export async function startTwoFactor({ database }: TwoFactorDeps, caller: Caller): Promise<TwoFactorStart> {
  const account = await ownAccount(database, caller.userId)
  const secret = newAuthenticatorSecret()
  const { vault } = database
  await database.inSystem(async (tx) => {
    if ((await lockTwoFactor(tx, account.userId))?.isOn !== false) throw new Refusal({ code: 'TWO_FACTOR_ON' })
    await storeSecret(tx, account.userId, seal(secret, await sealKey(tx, vault), account.userId))
  })
  const uri = authenticatorUri(secret, account.email)
  return { secret, uri, qr: qrCodeOf(uri) }
}

/**
 * Switches the second factor on and returns the recovery codes, shown only now; other sessions end. Refuses WRONG_CODE, TWO_FACTOR_ON and
 * DEMO_ACCOUNT.
 */
export async function confirmTwoFactor({ database, now }: TwoFactorDeps, caller: Caller, text: string): Promise<readonly string[]> {
  const account = await ownAccount(database, caller.userId)
  const typed = readCode(text)
  const at = now()
  return database.inSystem(async (tx) => {
    const stored = await lockTwoFactor(tx, account.userId)
    if (stored?.isOn === true) throw new Refusal({ code: 'TWO_FACTOR_ON' })
    const step =
      typed?.kind === 'app' && stored ? await stepOf({ tx, vault: database.vault }, account.userId, stored, { code: typed.code, at }) : null
    if (step === null) throw new Refusal({ code: 'WRONG_CODE', field: 'code' })
    await confirmSecret(tx, account.userId, step)
    await endSessions(tx, account.userId, caller.sessionId ?? null)
    await noteChange(tx, account, { at, state: 'ON' })
    return storeNewCodes(tx, account.userId)
  })
}

/** Switches the second factor off; refuses WRONG_PASSWORD, TWO_FACTOR_OFF and DEMO_ACCOUNT. */
export async function disableTwoFactor(deps: TwoFactorDeps, caller: Caller, password: string): Promise<void> {
  const account = await confirmedAccount(deps, caller, password)
  await deps.database.inSystem(async (tx) => {
    await requireOn(tx, account.userId)
    await clearTwoFactor(tx, account.userId)
    await noteChange(tx, account, { at: deps.now(), state: 'OFF' })
  })
}

/** Returns new recovery codes in place of all older ones; refuses WRONG_PASSWORD, TWO_FACTOR_OFF and DEMO_ACCOUNT. */
export async function renewRecoveryCodes(deps: TwoFactorDeps, caller: Caller, password: string): Promise<readonly string[]> {
  const account = await confirmedAccount(deps, caller, password)
  return deps.database.inSystem(async (tx) => {
    await requireOn(tx, account.userId)
    await auditAccount(tx, account, { at: deps.now(), action: 'RENEW_RECOVERY_CODES' })
    return storeNewCodes(tx, account.userId)
  })
}

/**
 * Returns whether the code of the authenticator app, or a recovery code, is right; each works once. A wrong one counts like a wrong password and can
 * lock the account; while locked the right one is refused too. Parallel guesses are judged one after the other.
 */
export async function checkSecondFactor({ database, now }: TwoFactorDeps, userId: UserId, text: string): Promise<boolean> {
  const typed = readCode(text)
  return database.inSystem(async (tx) => {
    const stored = await lockTwoFactor(tx, userId)
    const at = now()
    if (stored === null || !stored.isOn) return false
    if (stored.lockedUntil !== null && stored.lockedUntil > at) return false
    if (typed !== null && (await takeCode({ tx, vault: database.vault }, userId, stored, { typed, at }))) {
      await clearFailures(tx, userId)
      return true
    }
    const lock = lockMs(await addFailures(tx, stored.email, 1))
    await lockUntil(tx, stored.email, lock === 0 ? null : at + lock)
    return false
  })
}

async function takeCode(
  opened: Opened,
  userId: UserId,
  stored: TwoFactor,
  { typed, at }: { readonly typed: TypedCode; readonly at: number },
): Promise<boolean> {
  if (typed.kind === 'app') {
    const step = await stepOf(opened, userId, stored, { code: typed.code, at })
    return step !== null && takeStep(opened.tx, userId, step)
  }
  const { tx } = opened
  const isTaken = await takeRecoveryCode(tx, userId, recoveryCodeHash(userId, typed.code))
  if (isTaken) await auditAccount(tx, { userId, email: stored.email }, { at, action: 'USE_RECOVERY_CODE' })
  return isTaken
}

async function stepOf(
  { tx, vault }: Opened,
  userId: UserId,
  stored: TwoFactor,
  { code, at }: { readonly code: string; readonly at: number },
): Promise<number | null> {
  return stored.sealedSecret === null ? null : stepOfCode(open(stored.sealedSecret, await sealKey(tx, vault), userId), code, at)
}

async function confirmedAccount(deps: TwoFactorDeps, caller: Caller, password: string): Promise<Account> {
  const account = await ownAccount(deps.database, caller.userId)
  await confirmPassword(deps, account, { password, field: 'password' })
  return account
}

async function requireOn(tx: System, userId: UserId): Promise<void> {
  if ((await lockTwoFactor(tx, userId))?.isOn !== true) throw new Refusal({ code: 'TWO_FACTOR_OFF' })
}

async function storeNewCodes(tx: System, userId: UserId): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryCodeHash(userId, code)),
  )
  return codes.map(showRecoveryCode)
}

async function noteChange(
  tx: System,
  account: Account,
  { at, state }: { readonly at: number; readonly state: 'ON' | 'OFF' },
): Promise<void> {
  await auditAccount(tx, account, { at, action: state === 'ON' ? 'TURN_ON_TWO_FACTOR' : 'TURN_OFF_TWO_FACTOR' })
  const { email, language, firstName } = account
  await queueEmail(tx, { to: email, language, kind: 'TWO_FACTOR_CHANGED', params: { name: firstName, state } })
}

function sealKey(tx: System, vault: Vault): Promise<string> {
  return keepSecret(tx, vault, SEAL_KEY_NAME, newSealKey())
}

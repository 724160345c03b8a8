import { useCallback, useEffect, useMemo, useState } from 'react'
import { type CombinedError, useQuery } from 'urql'
import { useAskedAhead } from '#web/api/ahead.ts'
import { SessionCompaniesDocument, SessionProfileDocument, UserAbilitiesDocument } from '#web/api/generated/graphql.ts'
import { useRefetchOnGap } from '#web/api/live.ts'
import { logFailure } from '#web/ui/log.ts'
import { isOutage } from '#web/api/outage.ts'
import { problemsOf } from '#web/api/problems.ts'
import { noteAnswer, noteAway } from '#web/base/serverState.ts'
import { rememberAnswers, rememberedAnswers } from '#web/base/rememberedAnswers.ts'
import type { SessionAnswers } from '#web/base/viewer.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'

/** Without an answer by then the remembered ones are shown, and corrected when it comes. */
const SLOW_MS = 6_000

/** `away`: the server does not answer, and is asked again. */
type Failure = 'away' | 'refused'
type Asked = { readonly answers: SessionAnswers | null; readonly failure: Failure | null; readonly retry: () => void }

/**
 * Returns the API's session answers, null until they arrive; the remembered ones while the server is away or slow. What was once known stays while it
 * is asked again: the page is never taken away for it.
 */
export function useSessionAnswers(): Asked {
  const [profile, askProfile] = useQuery({ query: SessionProfileDocument, requestPolicy: useAskedAhead(SessionProfileDocument) })
  const [companies, askCompanies] = useQuery({ query: SessionCompaniesDocument, requestPolicy: useAskedAhead(SessionCompaniesDocument) })
  const [abilities, askAbilities] = useQuery({ query: UserAbilitiesDocument, requestPolicy: useAskedAhead(UserAbilitiesDocument) })
  const isAnswered = [profile, companies, abilities].every(({ data, error }) => data !== undefined || error !== undefined)
  const isUnreachable = isOutage(profile.error)
  const isSlow = useDelayed(!isAnswered, SLOW_MS)
  const answered = useMemo((): SessionAnswers | null => {
    if (!isAnswered) return isSlow ? rememberedAnswers() : null
    if (profile.data === undefined) return isUnreachable ? rememberedAnswers() : null
    const isProofDue = hasCode(companies.error, 'EMAIL_NOT_VERIFIED')
    return {
      profile: profile.data,
      // A list that could not be had is not an empty one: nobody is told to belong nowhere for that.
      companies: companies.data ?? (isProofDue ? undefined : rememberedAnswers()?.companies),
      abilities: abilities.data ?? (isOutage(abilities.error) ? rememberedAnswers()?.abilities : undefined),
      isProofDue,
    }
  }, [isAnswered, isSlow, isUnreachable, profile.data, companies.data, companies.error, abilities.data, abilities.error])
  const [known, setKnown] = useState(answered)
  if (answered !== null && answered !== known) setKnown(answered)
  // While it is asked again there is neither an answer nor a failure.
  const answers = answered ?? (!isAnswered || isUnreachable ? known : null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const found = isUnreachable ? 'away' : 'refused'
  if (isAnswered && answers === null && failure !== found) setFailure(found)
  const retry = useCallback(() => {
    for (const ask of [askProfile, askCompanies, askAbilities]) ask({ requestPolicy: 'network-only' })
  }, [askProfile, askCompanies, askAbilities])

  useRefetchOnGap(retry)
  useEffect(() => {
    if (abilities.error) logFailure('Abilities could not be loaded', abilities.error)
  }, [abilities.error])
  const isWhole =
    profile.error === undefined && companies.data !== undefined && abilities.data !== undefined && abilities.error === undefined
  useEffect(() => {
    if (answered !== null && isWhole) rememberAnswers(answered)
  }, [answered, isWhole])
  useEffect(() => {
    if (!isSlow) return
    noteAnswer(['OFFLINE'])
    noteAway()
  }, [isSlow])
  return { answers, failure: answers === null ? failure : null, retry }
}

function hasCode(error: CombinedError | undefined, code: string): boolean {
  return problemsOf(error).some((problem) => problem.code === code)
}

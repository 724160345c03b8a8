import { useCallback, useEffect, useMemo } from 'react'
import { type CombinedError, useQuery } from 'urql'
import { useAskedAhead } from '#web/api/ahead.ts'
import { SessionCompaniesDocument, SessionProfileDocument, UserAbilitiesDocument } from '#web/api/generated/graphql.ts'
import { useConnection, useRefetchOnGap } from '#web/api/live.ts'
import { logFailure } from '#web/api/log.ts'
import { problemsOf } from '#web/api/problems.ts'
import { rememberAnswers, rememberedAnswers } from '#web/base/rememberedAnswers.ts'
import type { SessionAnswers } from '#web/base/viewer.ts'

type Asked = { readonly answers: SessionAnswers | null; readonly isFailed: boolean; readonly retry: () => void }

/** Returns the API's session answers, null until they arrive; the remembered ones while the server is away. */
export function useSessionAnswers(): Asked {
  const [profile, askProfile] = useQuery({ query: SessionProfileDocument, requestPolicy: useAskedAhead(SessionProfileDocument) })
  const [companies, askCompanies] = useQuery({ query: SessionCompaniesDocument, requestPolicy: useAskedAhead(SessionCompaniesDocument) })
  const [abilities, askAbilities] = useQuery({ query: UserAbilitiesDocument, requestPolicy: useAskedAhead(UserAbilitiesDocument) })
  const { status } = useConnection()
  const isAnswered = [profile, companies, abilities].every(({ data, error }) => data !== undefined || error !== undefined)
  const isUnreachable = hasCode(profile.error, 'OFFLINE')
  const answers = useMemo((): SessionAnswers | null => {
    if (!isAnswered) return null
    if (profile.data === undefined) return isUnreachable ? rememberedAnswers() : null
    const isProofDue = hasCode(companies.error, 'EMAIL_NOT_VERIFIED')
    return {
      profile: profile.data,
      // A list that could not be had is not an empty one: nobody is told to belong nowhere for that.
      companies: companies.data ?? (isProofDue ? undefined : rememberedAnswers()?.companies),
      abilities: abilities.data,
      isProofDue,
    }
  }, [isAnswered, isUnreachable, profile.data, companies.data, companies.error, abilities.data])
  const retry = useCallback(() => {
    for (const ask of [askProfile, askCompanies, askAbilities]) ask({ requestPolicy: 'network-only' })
  }, [askProfile, askCompanies, askAbilities])

  useRefetchOnGap(retry)
  useEffect(() => {
    if (abilities.error) logFailure('Abilities could not be loaded', abilities.error)
  }, [abilities.error])
  useEffect(() => {
    if (answers !== null && profile.error === undefined && companies.data && abilities.data) rememberAnswers(answers)
  }, [answers, profile.error, companies.data, abilities.data])
  // The live connection is back, so the server can be asked what it could not answer.
  const isDue = status === 'live' && isUnreachable
  useEffect(() => {
    if (isDue) retry()
  }, [isDue, retry])
  return { answers, isFailed: isAnswered && answers === null, retry }
}

function hasCode(error: CombinedError | undefined, code: string): boolean {
  return problemsOf(error).some((problem) => problem.code === code)
}

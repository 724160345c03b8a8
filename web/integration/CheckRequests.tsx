import type { IntegrationRequestFactsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './Integrations.module.css'

type Request = IntegrationRequestFactsFragment
const PROBLEMS = [
  'ADDRESS_REFUSED',
  'CERTIFICATE_REFUSED',
  'HOST_UNKNOWN',
  'REDIRECT_REFUSED',
  'TIMEOUT',
  'TOO_LARGE',
  'UNREACHABLE',
] as const

/** Returns what was asked of the other system, what came back and how long it took; after a failure the last one is open to view. */
export function CheckRequests({ requests, hasFailed }: { readonly requests: readonly Request[]; readonly hasFailed: boolean }) {
  const { t } = useTexts('integration')
  const stateOf = ({ status, problem }: Request): string => {
    if (status !== null) return t('trace.answered', { status })
    const known = PROBLEMS.find((one) => one === problem)
    return known === undefined ? t('trace.none') : t(`trace.problem.${known}`)
  }
  return (
    <details open={hasFailed}>
      <summary>{t('trace.title', { count: requests.length })}</summary>
      <ol className={classes['trace']}>
        {requests.map((request, at) => {
          const isBroken = hasFailed && at === requests.length - 1
          return (
            <li key={`${at + 1}`} data-broken={isBroken || undefined}>
              <code>{request.asked}</code>
              <span className={classes['muted']}>
                {stateOf(request)} · {t('trace.ms', { ms: request.milliseconds })}
              </span>
              {request.answer !== null && <span>“{request.answer}”</span>}
              {isBroken && <b>{t('trace.broken')}</b>}
            </li>
          )
        })}
      </ol>
    </details>
  )
}

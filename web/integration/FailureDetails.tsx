import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { IntegrationFailureDocument, type IntegrationCardFragment } from '#web/api/generated/graphql.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckRequests } from './CheckRequests.tsx'
import { failureProblem, failureText, runOfFailure } from './integration.view.ts'

type FailureDetailsProps = {
  readonly integration: Pick<IntegrationCardFragment, 'id' | 'name' | 'probe' | 'service' | 'serviceUrl'>
  readonly error: NonNullable<IntegrationCardFragment['error']>
}

/** So many requests of a failed setup are told: which of them were of it is not known. */
const MOST_OF_SETUP = 10

/** Returns what happened, folded until it is opened: the sentence, what to do, and what was asked; all of it can be copied for who helps. */
export function FailureDetails({ integration, error }: FailureDetailsProps) {
  const { t } = useTexts('integration')
  const { id, name, probe, service, serviceUrl } = integration
  const [isOpen, setOpen] = useState(false)
  const variables = useMemo(() => ({ integrationId: id }), [id])
  const [{ data }] = useQuery({ query: IntegrationFailureDocument, variables, pause: !isOpen, requestPolicy: 'cache-and-network' })
  const run = runOfFailure(data?.integrationRuns.items ?? [], error.code)
  const asked = (data?.integrationRequests ?? []).filter(({ runId }) => runId === (run?.id ?? null))
  const requests = (run === null ? asked.slice(0, MOST_OF_SETUP) : asked).toReversed().map(({ request }) => request)
  const sentence = problemText(t, failureProblem(error))
  const copy = async () => {
    const system = probe == null ? t(`service.${service}`) : `${probe.system} ${probe.version}`
    const text = failureText({
      about: [name, system, serviceUrl],
      sentence,
      code: error.code,
      params: error.params,
      at: run?.endedOn ?? run?.startedOn ?? null,
      requests,
    })
    try {
      await navigator.clipboard.writeText(text)
      showToast(t('failed.copied'))
    } catch {
      showToast(t('state.wrong'))
    }
  }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('failed.details')}</summary>
      <p>{sentence}</p>
      <ActionButton onClick={() => void copy()}>{t('failed.copy')}</ActionButton>{' '}
      <Link to="/faq" search={{ code: error.code }}>
        {t('failed.help')}
      </Link>
      {requests.length > 0 && <CheckRequests requests={requests} hasFailed />}
    </details>
  )
}

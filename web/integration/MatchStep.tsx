import { useRef, useState, type KeyboardEvent } from 'react'
import { useQuery } from 'urql'
import type { LinkAction, LinkChoice } from '#engine/integration/matchPlaces.ts'
import { WorkCentersMatchesDocument, type WorkCentersMatchesQuery } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import {
  chosenPlaces,
  linkChoices,
  problemsOfChoices,
  rowKey,
  withChosen,
  withProposals,
  type Choice,
  type ChosenPlaces,
} from './integration.view.ts'
import classes from './Integrations.module.css'
import { PutFile } from './PutFile.tsx'

/** As the keys 1, 2 and 3 choose them. */
const ACTIONS = ['NEW', 'EXISTING', 'IGNORE'] as const satisfies readonly LinkAction[]

type MatchStepProps = {
  readonly integrationId: string
  /** Whether its work centers are those that files name. */
  readonly isOfFiles: boolean
  /** What was chosen here before, and is not stored. */
  readonly chosen: ChosenPlaces
  readonly onChoose: (chosen: ChosenPlaces) => void
  readonly onBack: () => void
  readonly onChosen: (choices: readonly LinkChoice[]) => void
}

/** Returns the table that matches work centers, once the other system told its own. */
export function MatchStep({ integrationId, isOfFiles, onBack, ...rest }: MatchStepProps) {
  const { t } = useTexts('integration')
  const [result, refetch] = useQuery({ query: WorkCentersMatchesDocument, variables: { integrationId }, requestPolicy: 'network-only' })
  const [problem] = problemsOf(result.error)
  const again = () => refetch({ requestPolicy: 'network-only' })
  const putFile = isOfFiles && (
    <div className={classes['form']}>
      <p className={classes['muted']}>{t('file.help')}</p>
      <div>
        <PutFile integrationId={integrationId} isMain={result.data === undefined} onPut={again} />
      </div>
    </div>
  )
  if (problem?.code === 'INTEGRATION_NO_FILE')
    return (
      <>
        {putFile}
        <DialogActions>
          <ActionButton onClick={onBack}>{t('back')}</ActionButton>
        </DialogActions>
      </>
    )
  if (result.data === undefined)
    return result.error === undefined ? (
      <p role="status">{t('state.loading')}</p>
    ) : (
      <>
        <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={again} />
        <DialogActions>
          <ActionButton onClick={onBack}>{t('back')}</ActionButton>
        </DialogActions>
      </>
    )
  return (
    <>
      {putFile}
      <MatchTable {...rest} answer={result.data} onBack={onBack} />
    </>
  )
}

type MatchTableProps = Omit<MatchStepProps, 'integrationId' | 'isOfFiles'> & { readonly answer: WorkCentersMatchesQuery }

/** Arrows move by rows; 1, 2 and 3 choose, Enter goes to the list of work centers. */
function MatchTable({ answer, chosen, onChoose, onBack, onChosen }: MatchTableProps) {
  const { t } = useTexts('integration')
  const { workCentersMatches: matches, workCenters } = answer
  // An answer that comes again has all rows that it had: choices are held by what they are for.
  const choices = withChosen(matches, chosen)
  const setChoices = (next: readonly Choice[]) => onChoose(new Map([...chosen, ...chosenPlaces(matches, next)]))
  const [isTried, setTried] = useState(false)
  const rows = useRef<(HTMLDivElement | null)[]>([])
  const nameOf = new Map(workCenters.map(({ id, name }) => [id, name]))
  const problems = problemsOfChoices(matches, choices, workCenters)
  const choose = (row: number, next: Choice) => setChoices(choices.map((one, at) => (at === row ? next : one)))
  const act = (row: number, action: LinkAction) => {
    const internalId = choices[row]?.internalId ?? matches[row]?.suggestedWorkCenterId ?? null
    choose(row, { action, internalId: action === 'EXISTING' ? internalId : null })
  }
  const press = (event: KeyboardEvent<HTMLDivElement>, row: number) => {
    if (event.target instanceof HTMLSelectElement) return
    const done = rowKey(event.key, choices[row]?.action ?? null)
    if (done === null) return
    event.preventDefault()
    if (done === 'OPEN') rows.current[row]?.querySelector('select')?.focus()
    else if ('move' in done) rows.current[row + done.move]?.querySelector('button')?.focus()
    else act(row, done.action)
  }
  const textOf = (row: number) => {
    const problem = problems.find(({ field }) => field === `workCenterParams.${row}`)
    return problem === undefined ? null : problemText(t, problem)
  }
  const general = problems.find(({ field }) => field === 'workCenterParams')
  const proposed = matches.filter(({ suggestedWorkCenterId }, row) => suggestedWorkCenterId != null && choices[row]?.action === null)
  return (
    <div className={classes['form']}>
      <p className={classes['muted']}>{t('match.help')}</p>
      {proposed.length > 0 && (
        <div>
          <ActionButton onClick={() => setChoices(withProposals(matches, choices))}>
            {t('match.takeAll', { count: proposed.length })}
          </ActionButton>
        </div>
      )}
      {matches.map(({ externalWorkCenter: place, suggestedWorkCenterId, reason }, row) => {
        const choice = choices[row] ?? { action: null, internalId: null }
        return (
          <div
            key={place.id}
            ref={(element) => {
              rows.current[row] = element
            }}
            role="group"
            aria-label={place.name}
            className={classes['match']}
            onKeyDown={(event) => press(event, row)}
          >
            <span className={classes['place']}>
              <b>{place.name}</b>
              {place.code != null && place.code !== place.name && <span className={classes['muted']}> {place.code}</span>}
              {choice.action === null && suggestedWorkCenterId != null && reason != null && (
                <span className={classes['muted']}>
                  {' '}
                  {t('match.proposed', { name: nameOf.get(suggestedWorkCenterId) ?? '' })} · {t(`match.reason.${reason}`)}
                </span>
              )}
            </span>
            <span className={classes['choices']}>
              {ACTIONS.map((action) => (
                <button
                  key={action}
                  type="button"
                  className={classes['choice']}
                  aria-pressed={choice.action === action}
                  onClick={() => act(row, action)}
                >
                  {t(`match.action.${action}`)}
                </button>
              ))}
              {choice.action === 'EXISTING' && (
                <select
                  className={classes['select']}
                  aria-label={t('match.ours', { name: place.name })}
                  value={choice.internalId ?? ''}
                  onChange={(event) =>
                    choose(row, {
                      action: 'EXISTING',
                      internalId: event.currentTarget.value === '' ? null : Number(event.currentTarget.value),
                    })
                  }
                >
                  <option value="">{t('match.choose')}</option>
                  {workCenters.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </span>
            {isTried && textOf(row) !== null && <Alert className={classes['problem']}>{textOf(row)}</Alert>}
          </div>
        )
      })}
      {isTried && general !== undefined && <Alert className={classes['problem']}>{problemText(t, general)}</Alert>}
      <DialogActions>
        <ActionButton onClick={onBack}>{t('back')}</ActionButton>
        <ActionButton
          isMain
          onClick={() => {
            setTried(true)
            if (problems.length === 0) onChosen(linkChoices(matches, choices))
          }}
        >
          {t('next')}
        </ActionButton>
      </DialogActions>
    </div>
  )
}

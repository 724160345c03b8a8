import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument, SaySilenceDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { ReasonTiles } from '#web/parts/classify/ReasonTiles.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import classes from './ClosingAssistant.module.css'

type Silence = { readonly start: number; readonly end: number }

type SilenceStepProps = {
  readonly silences: readonly Silence[]
  readonly workCenterId: number
  readonly onSaved: () => void
  readonly children: ReactNode
}

/** Returns the time without data: it stays so, or a person says what the machine did. */
export function SilenceStep({ silences, workCenterId, onSaved, children }: SilenceStepProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const [asked, setAsked] = useState<Silence | null>(null)
  const change = useChange(SaySilenceDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const [result] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId, source: 'STATUS' }, pause: asked === null })
  const say = async (reasonId: number) => {
    if (asked === null) return
    const input = { workCenterId, timeStart: new Date(asked.start).toISOString(), timeEnd: new Date(asked.end).toISOString(), reasonId }
    const { data } = await change.run({ input })
    if (data === null) return
    setAsked(null)
    onSaved()
  }
  return (
    <>
      {silences.length === 0 && <p>{t('silence.none')}</p>}
      <ul className={classes['queue']}>
        {silences.map((silence) => (
          <li key={silence.start} className={classes['line']}>
            <span>
              <b>{format.duration(silence.end - silence.start)}</b> · {format.time(silence.start)}–{format.time(silence.end)}
            </span>
            <ActionButton onClick={() => setAsked(silence)}>{t('silence.say')}</ActionButton>
          </li>
        ))}
      </ul>
      {silences.length > 0 && <p className={classes['meta']}>{t('silence.help')}</p>}
      <div className={classes['buttons']}>{children}</div>
      <SidePanel
        isOpen={asked !== null}
        onClose={() => {
          setAsked(null)
          change.forget()
        }}
        side="right"
        title={t('silence.say')}
        closeLabel={t('state.close')}
      >
        {asked !== null && (
          <>
            <p>
              {format.time(asked.start)}–{format.time(asked.end)}, {format.duration(asked.end - asked.start)}
            </p>
            {change.problems[0] && <Alert>{problemText(t, change.problems[0])}</Alert>}
            {result.data && (
              <ReasonTiles
                choices={result.data.lossCategories.map(({ reason }) => reason)}
                chosenId={null}
                onChoose={(choice) => void say(choice.id)}
              />
            )}
          </>
        )}
      </SidePanel>
    </>
  )
}

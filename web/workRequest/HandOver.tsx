import { useState } from 'react'
import { useQuery } from 'urql'
import { HandOverToLossDocument, ReasonsToChooseDocument, type WorkRequestOpenedQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './WorkRequestsPage.module.css'

type HandOverProps = {
  readonly loss: NonNullable<WorkRequestOpenedQuery['workRequest']['loss']>
  /** The comment that the stop gets. */
  readonly text: string
  readonly onDone: () => void
}

/** Returns what a finished request proposes for the stop that it comes from: reason and comment, which one tap writes there. */
export function HandOver({ loss, text, onDone }: HandOverProps) {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const [chosen, setChosen] = useState(loss.reason === null ? '' : String(loss.reason.id))
  const { workCenterId, source } = loss
  const [known] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId, source } })
  const handing = useChange(HandOverToLossDocument, { withKey: (variables) => variables })
  const reasons = known.data?.lossCategories.map(({ reason }) => reason) ?? []
  // The reason that it has may no longer be offered.
  const options = [...reasons, ...(loss.reason === null || reasons.some(({ id }) => id === loss.reason?.id) ? [] : [loss.reason])]
  const handOver = async () => {
    const { problems } = await handing.run({
      input: {
        id: loss.id,
        version: loss.version,
        reasonId: chosen === '' ? null : Number(chosen),
        comment: text,
        scope: 'STOP',
        actingUserId: actingUserId(),
      },
    })
    if (problems.length === 0) {
      showToast(t('handOver.done'))
      onDone()
    }
  }
  const [problem] = handing.problems
  return (
    <section className={classes['form']} aria-label={t('handOver.title')}>
      <h3>{t('handOver.title')}</h3>
      <q className={classes['content']}>{text}</q>
      <SelectField
        name="handOverReason"
        label={t('handOver.reason')}
        placeholder={t('handOver.choose')}
        value={chosen}
        options={options.map(({ id, name }) => ({ value: String(id), label: name })).toSorted((a, b) => format.compare(a.label, b.label))}
        onChange={setChosen}
      />
      {problem && <Alert className={classes['late']}>{problemText(t, problem)}</Alert>}
      <div>
        <ActionButton isMain isDisabled={chosen === ''} isBusy={handing.isBusy} onClick={() => void handOver()}>
          {t('handOver.act')}
        </ActionButton>
      </div>
    </section>
  )
}

import { useCallback, useState } from 'react'
import { EmptyContainerDocument, type ScanTextQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { CodeLabel } from '#web/parts/print/CodeLabel.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { KEYED } from '#web/api/keyed.ts'
import classes from './Stock.module.css'
import { scannedOf } from './stockActs.view.ts'

type Match = ScanTextQuery['scan'][number]

type ScanDialogProps = {
  readonly matches: readonly Match[] | null
  readonly onChoose: (match: Match) => void
  readonly onClose: () => void
  /** Confirms output into the container; left out where nothing is made. */
  readonly onFill?: ((code: string) => void) | null
}

/** Returns the choice between all that a code stands for, and of a container what is in it. */
export function ScanDialog({ matches, onChoose, onClose, onFill = null }: ScanDialogProps) {
  const { t } = useTexts('stock')
  const only = matches?.length === 1 ? matches[0] : undefined
  const container = only?.container ?? null
  return (
    <Dialog
      isOpen={matches !== null}
      onClose={onClose}
      title={container === null ? t('scan.choose', { code: matches?.[0]?.code ?? '' }) : t('scan.container', { code: container.code })}
      closeLabel={t('state.close')}
    >
      {container !== null && <ContainerContent key={container.id} container={container} onClose={onClose} onFill={onFill} />}
      {matches !== null && container === null && (
        <ul className={classes['list']}>
          {matches.map((match) => {
            const { kind, code, name } = scannedOf(match)
            return (
              <li key={`${kind} ${match.id}`}>
                <span className={classes['lines']}>
                  <b>{t(`kind.${kind}`)}</b>
                  <span className={classes['muted']}>{[code, name].filter((part) => part !== '').join(' · ')}</span>
                </span>
                <ActionButton onClick={() => onChoose(match)}>
                  {t('scan.take')}
                  <span className="hidden-text"> {t(`kind.${kind}`)}</span>
                </ActionButton>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}

type ContainerContentProps = Pick<ScanDialogProps, 'onClose'> & {
  readonly container: NonNullable<Match['container']>
  readonly onFill: ((code: string) => void) | null
}

function ContainerContent({ container, onClose, onFill }: ContainerContentProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const empty = useChange(EmptyContainerDocument, KEYED)
  const [isPrinting, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const quantity = numberText(container.quantity, format.locale, true)
  return (
    <div className={classes['form']}>
      <p>
        {container.status === 'FREE'
          ? t('scan.free')
          : [quantity, container.item?.name ?? '', container.batch?.code ?? ''].filter((part) => part !== '').join(' · ')}
      </p>
      {empty.problems.map((problem) => (
        <Alert key={problem.code} className={classes['danger']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {container.status === 'OCCUPIED' && (
        <div className={classes['acts']}>
          <ActionButton onClick={() => setPrinting(true)}>{t('act.LABEL')}</ActionButton>
          <ActionButton
            isBusy={empty.isBusy}
            onClick={() => {
              void empty.run({ id: container.id }).then(({ data }) => {
                if (data !== null) onClose()
              })
            }}
          >
            {t('scan.empty')}
          </ActionButton>
          {onFill !== null && (
            <ActionButton isMain onClick={() => onFill(container.code)}>
              {t('scan.fill')}
            </ActionButton>
          )}
        </div>
      )}
      {isPrinting && (
        <PrintSheet size="100x50" onPrinted={printed}>
          <CodeLabel size="100x50" code={container.code} lines={[container.item?.name ?? '', container.batch?.code ?? '', quantity]} />
        </PrintSheet>
      )}
    </div>
  )
}

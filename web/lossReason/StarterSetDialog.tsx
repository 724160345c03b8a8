import { useState } from 'react'
import { useQuery } from 'urql'
import { ImportLossReasonPresetsDocument, MissingLossReasonPresetsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './ReasonForm.module.css'

type StarterSetDialogProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly onAdded: () => void }

/** Returns the dialog that adds the reasons of the starter set which the company does not have, all of them or some. */
export function StarterSetDialog({ isOpen, onClose, onAdded }: StarterSetDialogProps) {
  const { t } = useTexts('lossReason')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('starter.title')} closeLabel={t('state.close')}>
      {isOpen && <StarterSet onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  )
}

function StarterSet({ onClose, onAdded }: Omit<StarterSetDialogProps, 'isOpen'>) {
  const { t } = useTexts('lossReason')
  const [result, ask] = useQuery({ query: MissingLossReasonPresetsDocument, requestPolicy: 'network-only' })
  const adding = useChange(ImportLossReasonPresetsDocument)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const missing = result.data?.missingLossReasonPresets
  if (missing === undefined) {
    return result.error === undefined ? (
      <p role="status">{t('state.loading')}</p>
    ) : (
      <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
    )
  }
  const keys = missing.map(({ key }) => key).filter((key) => !left.has(key))
  const add = async () => {
    const { data } = await adding.run({ keys })
    if (data === null) return
    showToast(t('starter.added', { count: data.importLossReasonPresets.length }))
    onAdded()
    onClose()
  }
  return (
    <>
      <p>{t(missing.length === 0 ? 'starter.nothing' : 'starter.help')}</p>
      {missing.length > 0 && (
        <fieldset className={classes['choices']}>
          <legend className="hidden-text">{t('starter.title')}</legend>
          {missing.map(({ key, name, color, type }) => (
            <CheckField
              key={key}
              name="presets"
              label={
                <span className={classes['preset']}>
                  <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden focusable={false}>
                    <rect width={14} height={14} rx={4} fill={color} />
                  </svg>
                  {name} <span className={classes['help']}>{t(`type.${type}`)}</span>
                </span>
              }
              isChecked={!left.has(key)}
              onChange={(isChecked) => setLeft(new Set(isChecked ? [...left].filter((one) => one !== key) : [...left, key]))}
            />
          ))}
        </fieldset>
      )}
      {adding.problems.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{missing.length === 0 ? t('state.close') : t('cancel')}</ActionButton>
        {missing.length > 0 && (
          <ActionButton isMain isBusy={adding.isBusy} isDisabled={keys.length === 0} onClick={() => void add()}>
            {t('starter.add', { count: keys.length })}
          </ActionButton>
        )}
      </DialogActions>
    </>
  )
}

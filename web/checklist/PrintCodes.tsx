import { useCallback, useState } from 'react'
import type { ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { CodeLabel } from '#web/parts/print/CodeLabel.tsx'
import { LabelSheet } from '#web/parts/print/LabelSheet.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import classes from './ChecklistForm.module.css'
import { placeCode } from './placeCode.ts'

type Places = ChecklistsPageQuery['workCenters']

/** Returns the way to labels for machines: scanned, each opens what is due there. */
export function PrintCodes({ places }: { readonly places: Places }) {
  const { t } = useTexts('checklist')
  const [isOpen, setOpen] = useState(false)
  const [left, setLeft] = useState<readonly number[]>([])
  const [isPrinting, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const chosen = places.filter(({ id }) => !left.includes(id))
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('codes.open')}</ActionButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('codes.title')} closeLabel={t('state.close')}>
        <p className={classes['help']}>{t('codes.help')}</p>
        <fieldset className={classes['list']}>
          <legend className="hidden-text">{t('list.where')}</legend>
          {places.map(({ id, name }) => (
            <CheckField
              key={id}
              name={`code-${id}`}
              label={name}
              isChecked={!left.includes(id)}
              onChange={(isChecked) => setLeft(isChecked ? left.filter((one) => one !== id) : [...left, id])}
            />
          ))}
        </fieldset>
        <DialogActions>
          <ActionButton onClick={() => setOpen(false)}>{t('codes.cancel')}</ActionButton>
          <ActionButton isMain isDisabled={chosen.length === 0} onClick={() => setPrinting(true)}>
            {t('codes.print', { count: chosen.length })}
          </ActionButton>
        </DialogActions>
      </Dialog>
      {isPrinting && (
        <PrintSheet size="A4" onPrinted={printed}>
          <LabelSheet>
            {chosen.map(({ id, name }) => (
              <CodeLabel key={id} size="100x50" code={placeCode(location.origin, id)} title={name} lines={[t('codes.scan')]} />
            ))}
          </LabelSheet>
        </PrintSheet>
      )}
    </>
  )
}

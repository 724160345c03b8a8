import { useCallback, useState } from 'react'
import { reasonCode } from '#engine/loss/reasonCode.ts'
import type { LossReasonsPageQuery } from '#web/api/generated/graphql.ts'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import { ReasonSheet } from '#web/parts/print/ReasonSheet.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './ReasonForm.module.css'
import { reasonSheet, SHEET_KINDS, type SheetKind } from './reasonSheet.view.ts'

export type PrintReasonsProps = Pick<LossReasonsPageQuery, 'lossReasons' | 'workCenters'> & {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Returns the dialog that prints a sheet of reasons with a code for each: scanned at the machine it rejects a piece, or gives the open stop its reason. */
export function PrintReasons({ lossReasons, workCenters, isOpen, onClose }: PrintReasonsProps) {
  const { t } = useTexts('lossReason')
  const [place, setPlace] = useState('')
  const [kind, setKind] = useState<SheetKind>('REJECTS')
  const [isPrinting, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const at = workCenters.find(({ id }) => String(id) === place) ?? null
  const sections = reasonSheet(lossReasons, at, kind)
  const count = sections.reduce((sum, { reasons }) => sum + reasons.length, 0)
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} title={t('sheet.title')} closeLabel={t('state.close')}>
        <div className={classes['form']}>
          <p>{t('sheet.help')}</p>
          <SelectField
            name="sheetPlace"
            label={t('sheet.place')}
            value={place}
            options={[{ value: '', label: t('sheet.all') }, ...workCenters.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={setPlace}
          />
          <ChoiceGroup
            label={t('sheet.kind')}
            value={kind}
            choices={SHEET_KINDS.map((value) => ({ value, label: t(`sheet.${value}`) }))}
            onChange={setKind}
          />
          {count === 0 && <p role="status">{t('sheet.none')}</p>}
        </div>
        <DialogActions>
          <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
          <ActionButton isMain isDisabled={count === 0} onClick={() => setPrinting(true)}>
            {t('sheet.print', { count })}
          </ActionButton>
        </DialogActions>
      </Dialog>
      {isPrinting && (
        <PrintSheet size="A4" onPrinted={printed}>
          <ReasonSheet
            title={at?.name ?? t('page.loss-reasons')}
            help={t('sheet.scan')}
            sections={sections.map(({ category, reasons }) => ({
              title: t(`category.${category}`),
              codes: reasons.map(({ id, name }) => ({ code: reasonCode(id), name })),
            }))}
          />
        </PrintSheet>
      )}
    </>
  )
}

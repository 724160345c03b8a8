import { useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { DeleteOrderImportMappingDocument, OrderImportMappingsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './ImportWizard.module.css'
import { likelyFirst } from './orderImport.view.ts'

type SavedMappingsProps = {
  readonly headers: readonly string[]
  readonly onUse: (savedMappingId: number) => void
}

/** Returns the choice of how a file of before was read, those that fit this one best ahead; nothing where none was saved. */
export function SavedMappings({ headers, onUse }: SavedMappingsProps) {
  const { t } = useTexts('orderImport')
  const [known, again] = useFreshQuery(
    OrderImportMappingsDocument,
    {},
    { workCenterIds: null, kinds: ['orderImport'] },
    { requestPolicy: 'cache-and-network' },
  )
  const removing = useChange(DeleteOrderImportMappingDocument)
  const [chosen, setChosen] = useState('')
  const [isAsked, setAsked] = useState(false)
  const saved = likelyFirst(known.data?.importMappings ?? [], headers)
  const [first] = saved
  if (first === undefined) return null
  const one = saved.find(({ id }) => String(id) === chosen) ?? first
  const [problem] = removing.problems
  return (
    <div className={classes['row']}>
      <SelectField
        name="savedMapping"
        label={t('columns.savedOnes')}
        value={String(one.id)}
        options={saved.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={problem === undefined ? null : problemText(t, problem)}
        onChange={setChosen}
      />
      <ActionButton onClick={() => onUse(one.id)}>{t('columns.use')}</ActionButton>
      <ActionButton isBusy={removing.isBusy} onClick={() => setAsked(true)}>
        {t('columns.forget')}
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('columns.forgetTitle', { name: one.name })}
        confirmLabel={t('columns.forget')}
        cancelLabel={t('columns.keep')}
        closeLabel={t('state.close')}
        isDanger
        onConfirm={() => {
          setAsked(false)
          setChosen('')
          void removing.run({ id: one.id }).then(again)
        }}
        onClose={() => setAsked(false)}
      >
        <p>{t('columns.forgetHelp')}</p>
      </ConfirmDialog>
    </div>
  )
}

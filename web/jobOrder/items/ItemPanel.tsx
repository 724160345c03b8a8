import { useState } from 'react'
import { useQuery } from 'urql'
import { ArchiveItemDocument, OpenedItemDocument, type OpenedItemQuery, SaveItemBomDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { KEYED } from '../keyed.ts'
import { BomEditor } from './BomEditor.tsx'
import { ItemForm } from './ItemForm.tsx'
import { ItemSpeeds } from './ItemSpeeds.tsx'
import classes from './Items.module.css'

type ItemPanelProps = {
  readonly openId: number | 'new' | null
  readonly mayPlan: boolean
  readonly onOpen: (id: number) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Returns the drawer with a product: what is said of it, its bill of material, its speeds, and whether it is offered. */
export function ItemPanel({ openId, onClose, ...rest }: ItemPanelProps) {
  const { t } = useTexts('items')
  return (
    <SidePanel
      isOpen={openId !== null}
      onClose={onClose}
      side="right"
      title={openId === 'new' ? t('create') : t('panel')}
      closeLabel={t('state.close')}
    >
      {openId === 'new' && (
        <ItemForm
          item={null}
          onSaved={(id) => {
            rest.onChanged()
            rest.onOpen(id)
          }}
        />
      )}
      {typeof openId === 'number' && <Opened key={openId} {...rest} id={openId} />}
    </SidePanel>
  )
}

function Opened({ id, mayPlan, onChanged }: Omit<ItemPanelProps, 'onClose' | 'openId'> & { readonly id: number }) {
  const { t } = useTexts('items')
  const [result, again] = useQuery({ query: OpenedItemDocument, variables: { id }, requestPolicy: 'cache-and-network' })
  const archive = useChange(ArchiveItemDocument, KEYED)
  const ask = () => again({ requestPolicy: 'network-only' })
  const item = result.data?.item
  if (item === undefined) {
    const [problem] = problemsOf(result.error)
    if (!result.error) return <p role="status">{t('state.loading')}</p>
    return problem?.code === 'ITEM_NOT_FOUND' ? (
      <EmptyState title={problemText(t, problem)} text={t('gone')} />
    ) : (
      <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
    )
  }
  const changed = () => {
    ask()
    onChanged()
  }
  return (
    <div className={classes['panel']}>
      <p>
        <b>{item.name}</b> · {item.sku}
        {item.isArchived && <span className={classes['muted']}> · {t('archived')}</span>}
      </p>
      {mayPlan ? <ItemForm key={item.version} item={item} onSaved={changed} /> : <Facts item={item} />}
      <ItemBom item={item} mayPlan={mayPlan} onChanged={changed} />
      <ItemSpeeds item={item} mayPlan={mayPlan} onChanged={changed} />
      {mayPlan && (
        <div className={classes['section']}>
          <p className={classes['muted']}>{t(item.isArchived ? 'archive.restoreHelp' : 'archive.help')}</p>
          <div>
            <ActionButton
              isBusy={archive.isBusy}
              onClick={() => {
                void archive.run({ id, isArchived: !item.isArchived }).then(changed)
              }}
            >
              {t(item.isArchived ? 'archive.restore' : 'archive.do')}
            </ActionButton>
          </div>
        </div>
      )}
    </div>
  )
}

function Facts({ item }: { readonly item: OpenedItemQuery['item'] }) {
  const { t } = useTexts('items')
  const format = useFormat()
  const unitName = useUnitName()
  return (
    <p className={classes['muted']}>
      {[
        unitName(item.measureUnit),
        ...(item.family === null ? [] : [item.family]),
        ...(item.isBatchTracked ? [t('byBatches')] : []),
        ...(item.containerQuantity === null ? [] : [`${t('column.container')}: ${format.number(item.containerQuantity)}`]),
      ].join(' · ')}
    </p>
  )
}

function ItemBom({
  item,
  mayPlan,
  onChanged,
}: {
  readonly item: OpenedItemQuery['item']
  readonly mayPlan: boolean
  readonly onChanged: () => void
}) {
  const { t } = useTexts('items')
  const format = useFormat()
  const unitName = useUnitName()
  const { run } = useChange(SaveItemBomDocument, KEYED)
  const [isEditing, setEditing] = useState(false)
  return (
    <section className={classes['section']} aria-labelledby="item-bom">
      <h3 id="item-bom">{t('bom.title')}</h3>
      {isEditing ? (
        <BomEditor
          lines={item.bom}
          productId={item.id}
          save={async (bom) => {
            const { data, problems } = await run({ itemId: item.id, version: item.version, bom: [...bom] })
            if (data === null) return problems
            onChanged()
            return []
          }}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          {item.bom.length === 0 && <p className={classes['muted']}>{t('bom.noneOfItem')}</p>}
          {item.bom.length > 0 && (
            <ul className={classes['list']}>
              {item.bom.map((line) => (
                <li key={line.id}>
                  <span className={classes['lines']}>
                    <b>{line.material?.name ?? '—'}</b>
                    <span className={classes['muted']}>
                      {line.material?.sku} · {t(`bom.${line.registrationType}`)}
                    </span>
                  </span>
                  <span>
                    {numberText(line.requiredInputQuantity, format.locale, true)} {unitName(line.measurementUnit)}
                    {line.expectedOutputQuantity !== 1 && ` / ${numberText(line.expectedOutputQuantity, format.locale, true)}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {mayPlan && (
            <div>
              <ActionButton onClick={() => setEditing(true)}>{t('bom.edit')}</ActionButton>
            </div>
          )}
        </>
      )}
    </section>
  )
}

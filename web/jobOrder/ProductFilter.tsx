import { useMemo } from 'react'
import { useProducts } from '#web/parts/order/useProducts.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Dropdown, useCloseDropdown } from '#web/ui/Dropdown.tsx'
import { FindList } from '#web/ui/FindList.tsx'
import { foldText } from '#web/ui/foldText.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './JobOrdersPage.module.css'

type ProductFilterProps = { readonly chosen: readonly number[]; readonly onChange: (chosen: readonly number[]) => void }

/** Returns the button that adds a product to the filters; the products are read when it opens. */
export function ProductFilter(props: ProductFilterProps) {
  const { t } = useTexts('jobOrder')
  return (
    <Dropdown
      kind="dialog"
      side="start"
      label={t('filter.addProduct')}
      triggerClass={classes['pick']}
      trigger={
        <>
          {t('column.product')} <Icon name="chevron" size={16} />
        </>
      }
    >
      <ProductList {...props} />
    </Dropdown>
  )
}

function ProductList({ chosen, onChange }: ProductFilterProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const close = useCloseDropdown()
  const { list, problems } = useProducts()
  const offered = useMemo(
    () =>
      list
        .filter(({ id }) => !chosen.includes(id))
        .map((product) => ({ ...product, folded: foldText(`${product.name} ${product.sku}`) }))
        .toSorted((left, right) => format.compare(left.name, right.name)),
    [list, chosen, format],
  )
  return (
    <div className={classes['products']}>
      {problems.map((problem) => (
        <Alert key={problem.code}>{problemText(t, problem)}</Alert>
      ))}
      <FindList
        find={(text) => offered.filter(({ folded }) => folded.includes(foldText(text)))}
        keyOf={({ id }) => String(id)}
        onChoose={({ id }) => {
          close()
          onChange([...chosen, id])
        }}
        inputLabel={t('form.chooseProduct')}
        listLabel={t('view.items')}
        none={t('filter.noProduct')}
        found={(count) => t('filter.products', { count })}
        more={(count) => t('state.more', { count })}
      >
        {({ name, sku }) => (
          <>
            {name} <span className={classes['muted']}>{sku}</span>
          </>
        )}
      </FindList>
    </div>
  )
}

import { ComboField } from '#web/parts/field/ComboField.tsx'
import { useProducts } from '#web/parts/order/useProducts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ChecklistForm.module.css'

type Product = { readonly id: number; readonly name: string }
type ProductChoiceProps = { readonly chosen: readonly Product[]; readonly onChange: (products: readonly Product[]) => void }

/** Returns for which products a checklist is asked: none chosen means all. */
export function ProductChoice({ chosen, onChange }: ProductChoiceProps) {
  const { t } = useTexts('checklist')
  const { list } = useProducts()
  const offered = list.filter(({ id }) => chosen.every((one) => one.id !== id))
  return (
    <section className={classes['section']}>
      <h3>{t('section.products')}</h3>
      {chosen.length === 0 && <p className={classes['help']}>{t('products.all')}</p>}
      {chosen.length > 0 && (
        <ul className={classes['chips']}>
          {chosen.map(({ id, name }) => (
            <li key={id} className={classes['chip']}>
              {name}
              <button
                type="button"
                className={classes['small']}
                aria-label={t('task.remove', { name })}
                onClick={() => onChange(chosen.filter((one) => one.id !== id))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <ComboField
          // A choice ends with its field: the next one begins empty.
          key={chosen.length}
          name="product"
          label={t('products.add')}
          value=""
          options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => {
            const found = offered.find(({ id }) => String(id) === value)
            if (found !== undefined) onChange([...chosen, { id: found.id, name: found.name }])
          }}
        />
      )}
    </section>
  )
}

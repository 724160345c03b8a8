import { AddOrderLinkDocument, RemoveOrderLinkDocument } from '#web/api/generated/graphql.ts'
import { problemsOfLinks, problemsOfLinksIn } from '#engine/jobOrder/orderLink.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import type { OpenedOrder } from './jobOrderForm.view.ts'
import classes from './JobOrdersPage.module.css'
import { KEYED } from './keyed.ts'

type OrderLinksProps = { readonly order: OpenedOrder; readonly mayEdit: boolean; readonly onChanged: () => void }

const NEW = { fileName: '', url: '' }

/** Returns the files that belong to the order, each opened in a tab of its own that knows nothing of this one. */
export function OrderLinks({ order, onChanged, ...may }: OrderLinksProps) {
  const mayEdit = may.mayEdit && problemsOfLinksIn(order.status).length === 0
  const { t } = useTexts('jobOrder')
  const add = useChange(AddOrderLinkDocument, KEYED)
  const remove = useChange(RemoveOrderLinkDocument, KEYED)
  const form = useForm({
    initial: NEW,
    check: ({ fileName, url }) =>
      problemsOfLinks([{ fileName, url, group: '' }], order.links.length).map((problem) => ({
        ...problem,
        field: problem.field?.replace('links.0.', ''),
      })),
    save: async ({ fileName, url }) => {
      const { data, problems } = await add.run({ id: order.id, links: [{ fileName, url }] })
      if (data === null) return problems.map((problem) => ({ ...problem, field: problem.field?.replace('links.0.', '') }))
      form.reset(NEW)
      onChanged()
      return []
    },
  })
  const field = (name: keyof typeof NEW) => fieldOf(form, name, (problem) => problemText(t, problem))
  if (order.links.length === 0 && !mayEdit) return null
  return (
    <section className={classes['section']}>
      <h3>{t('links.title')}</h3>
      {order.links.length > 0 && (
        <ul className={classes['list']}>
          {order.links.map(({ id, fileName, url, extension }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {fileName}
                {extension !== '' && ` (${extension})`}
              </a>
              {mayEdit && (
                <ActionButton
                  isBusy={remove.isBusy}
                  onClick={() => {
                    void remove.run({ id: order.id, linkIds: [id] }).then(onChanged)
                  }}
                >
                  {t('links.remove')}
                  <span className="hidden-text"> {fileName}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {remove.problems.map((problem) => (
        <Alert key={problem.code} className={classes['problems']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {mayEdit && (
        <details className={classes['further']}>
          <summary>{t('links.add')}</summary>
          <form noValidate onSubmit={form.submit} className={classes['form']}>
            <Beside>
              <TextField {...field('fileName')} label={t('links.name')} maxLength={200} />
              <TextField {...field('url')} label={t('links.url')} maxLength={2000} />
            </Beside>
            <div>
              <ActionButton isSubmit isBusy={form.isSaving}>
                {t('links.save')}
              </ActionButton>
            </div>
          </form>
        </details>
      )}
    </section>
  )
}

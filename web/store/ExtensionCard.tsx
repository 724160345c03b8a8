import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ExtensionId } from '#engine/extension/extension.ts'
import { ActivateExtensionDocument, DeactivateExtensionDocument, type StoreExtensionsQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { AskSwitch } from './AskSwitch.tsx'
import classes from './StorePage.module.css'

type ExtensionCardProps = {
  readonly extension: StoreExtensionsQuery['extensions'][number]
  readonly maySwitch: boolean
  readonly onSwitched: () => void
}

type Words = { readonly title: string; readonly text: string; readonly needs: string | null }

/** Returns the card of an extension; before it is switched off the page says what happens. */
export function ExtensionCard({ extension, maySwitch, onSwitched }: ExtensionCardProps) {
  const { t } = useTexts('store')
  const { id, name, marker, activated } = extension
  const [isAsked, setAsked] = useState(false)
  const on = useChange(ActivateExtensionDocument)
  const off = useChange(DeactivateExtensionDocument)
  const turn = async (change: typeof on | typeof off) => {
    setAsked(false)
    const { problems } = await change.run({ id })
    if (problems.length === 0) onSwitched()
  }
  const [problem] = [...on.problems, ...off.problems]
  const wordsOf = (one: Exclude<ExtensionId, 'EDGE'>): Words => ({
    title: t(`extension.${one}.title`),
    text: t(`extension.${one}.text`),
    needs: t(`extension.${one}.needs`),
  })
  const words: Readonly<Record<string, Words>> = {
    CHECKLISTS: wordsOf('CHECKLISTS'),
    INTEGRATIONS: wordsOf('INTEGRATIONS'),
    WEBHOOKS: wordsOf('WEBHOOKS'),
    ASSISTANT: wordsOf('ASSISTANT'),
    ENERGY: wordsOf('ENERGY'),
    EDGE: { title: t('extension.EDGE.title'), text: t('extension.EDGE.text'), needs: null },
  }
  const title = words[id]?.title ?? name
  return (
    <article className={classes['card']} aria-label={title}>
      <div className={classes['head']}>
        <h2>{title}</h2>
        <span className={classes['marker']} data-marker={marker}>
          {t(`marker.${marker}`)}
        </span>
      </div>
      <p>{words[id]?.text}</p>
      <p className={classes['about']}>
        {[words[id]?.needs, marker === 'C' ? t('price.ask') : t('price.included')].filter(Boolean).join(' ')}
      </p>
      <div className={classes['foot']}>
        <span className={classes['state']} data-on={activated || undefined}>
          {activated ? t('on') : t('off')}
        </span>
        {marker === 'C' && (
          <Link className={classes['ask']} to="/support" search={{ text: t('tellMeText', { name: title }) }}>
            {t('tellMe')}
          </Link>
        )}
        {!maySwitch && marker !== 'C' && <AskSwitch title={title} activated={activated} />}
        {maySwitch && marker !== 'C' && (
          <ActionButton
            isMain={!activated}
            isBusy={on.isBusy || off.isBusy}
            onClick={() => {
              if (activated) setAsked(true)
              else void turn(on)
            }}
          >
            {activated ? t('switchOff') : t('switchOn')}
          </ActionButton>
        )}
      </div>
      {problem && <Alert className={classes['wrong']}>{problemText(t, problem)}</Alert>}
      <ConfirmDialog
        isOpen={isAsked}
        title={t('confirm.title', { name: title })}
        confirmLabel={t('switchOff')}
        cancelLabel={t('confirm.keep')}
        closeLabel={t('state.close')}
        onConfirm={() => void turn(off)}
        onClose={() => setAsked(false)}
      >
        <p>{t('confirm.text')}</p>
      </ConfirmDialog>
    </article>
  )
}

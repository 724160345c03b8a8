import type { UiPageFieldsFragment } from '#web/api/generated/graphql.ts'
import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { QrCode } from '#web/parts/QrCode.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { ageOf } from './publicAccess.view.ts'
import classes from './PublicAccessDialog.module.css'

/** Returns the link of an open page: to copy, to scan and to follow, with who opened it and when. */
export function OpenPage({ page }: { readonly page: UiPageFieldsFragment }) {
  const { t } = useTexts('publicAccess')
  const format = useFormat()
  const { copy, outcome } = useCopy()
  const openedOn = Date.parse(page.openedOn)
  const { unit, count } = ageOf(openedOn, serverNow())
  const ago = t(`ago.${unit}`, { count })
  const name = page.openedBy?.fullName.trim() ?? ''
  return (
    <>
      <div className={classes['link']}>
        <TextField name="publicLink" label={t('link')} value={page.url} onChange={() => {}} isReadOnly />
        <ActionButton isMain onClick={() => void copy(page.url)}>
          {t('copy')}
        </ActionButton>
      </div>
      <p role="status" className={classes['outcome']}>
        {outcome !== null && t(outcome)}
      </p>
      <div className={classes['code']}>
        <QrCode text={page.url} label={t('code')} />
        <div>
          <p title={format.dateTime(openedOn)}>{name === '' ? t('opened', { ago }) : t('openedBy', { ago, name })}</p>
          <p>
            <a href={page.url} target="_blank" rel="noreferrer">
              {t('visit')}
            </a>
          </p>
        </div>
      </div>
    </>
  )
}

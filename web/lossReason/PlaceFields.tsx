import { LOSS_REASON_LINK_TYPES } from '#engine/loss/reasonOffer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import type { Form } from '#web/ui/form/useForm.ts'
import classes from './ReasonForm.module.css'
import { offeredAt, type ReasonValues } from './reasonForm.view.ts'
import type { Place } from './reasonTree.view.ts'

type PlaceFieldsProps = {
  readonly form: Form<ReasonValues>
  readonly places: readonly Place[]
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly error: string | null
}

/** Returns where the reason is offered, as it is chosen, with the work centers that this comes to. */
export function PlaceFields({ form, places, groups, error }: PlaceFieldsProps) {
  const { t } = useTexts('lossReason')
  const { linkType, links } = form.values
  const offered = offeredAt(form.values, places)
  const things = linkType === 'WORK_CENTER' ? places : groups
  const chosen = linkType === 'WORK_CENTER' ? links.workCenterIds : links.groupIds
  const choose = (ids: readonly number[]) =>
    form.set('links', linkType === 'WORK_CENTER' ? { ...links, workCenterIds: ids } : { ...links, groupIds: ids })
  return (
    <>
      <ChoiceGroup
        label={t('field.linkType')}
        value={linkType}
        choices={LOSS_REASON_LINK_TYPES.map((value) => ({ value, label: t(`linkType.${value}`) }))}
        onChange={(value) => form.set('linkType', value)}
      />
      {linkType !== 'COMPANY' && (
        <fieldset className={classes['list']}>
          <legend className="hidden-text">{t(`linkType.${linkType}`)}</legend>
          {things.length === 0 && (
            <p className={classes['help']}>{linkType === 'WORK_CENTER' ? t('places.noWorkCenters') : t('places.noGroups')}</p>
          )}
          {things.map(({ id, name }) => (
            <CheckField
              key={id}
              name="links"
              label={name}
              isChecked={chosen.includes(id)}
              onChange={(isChecked) => choose(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
      )}
      {error !== null && <Alert className={classes['problem']}>{error}</Alert>}
      <p role="status" className={classes['help']}>
        {offered.length === 0
          ? t('places.nowhere')
          : linkType === 'COMPANY'
            ? t('places.everywhere', { count: places.length })
            : t('places.offeredAt', { count: offered.length, names: offered.map(({ name }) => name).join(', ') })}
        {!form.values.isManualAllowed && ` ${t('places.rulesOnly')}`}
      </p>
    </>
  )
}

import { problemOfPin } from '#engine/user/stationPin.ts'
import { SetStationPinDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FormEnd } from './FormEnd.tsx'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

type PinPanelProps = { readonly company: string; readonly isSet: boolean; readonly onChanged: () => void }

/** Returns the PIN by which the person proves at stations of the company that they work there: to set, to change and to remove (domain.md S-37a). */
export function PinPanel({ company, isSet, onChanged }: PinPanelProps) {
  const { t } = useTexts('profile')
  const { run, isBusy } = useChange(SetStationPinDocument)
  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) => [problemOfPin(pin)].filter((problem) => problem !== null),
    save: async ({ pin }) => {
      const { problems } = await run({ pin })
      if (problems.length > 0) return problems
      form.reset({ pin: '' })
      showToast(t('pin.saved'))
      onChanged()
      return []
    },
  })
  const remove = async () => {
    const { problems } = await run({ pin: null })
    showToast(t(problems.length > 0 ? 'message.saveFailed' : 'pin.removed'))
    onChanged()
  }
  return (
    <Section title={t('pin.title')} text={t('pin.text', { company })}>
      {isSet && (
        <div className={classes['row']}>
          <span className={classes['on']}>
            <Icon name="check" size={16} /> {t('pin.isSet')}
          </span>
          <ActionButton isDanger isBusy={isBusy} onClick={() => void remove()}>
            {t('pin.remove')}
          </ActionButton>
        </div>
      )}
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        <PasswordField
          {...fieldOf(form, 'pin', (problem) => problemText(t, problem))}
          label={t('pin.new')}
          isNew
          digits={4}
          showLabel={t('pin.show')}
          hideLabel={t('pin.hide')}
        />
        <FormEnd form={form} label={t('pin.save')} />
      </form>
    </Section>
  )
}

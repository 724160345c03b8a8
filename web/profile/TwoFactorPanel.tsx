import { useState } from 'react'
import { DisableTwoFactorDocument, NewRecoveryCodesDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { Section } from './Section.tsx'
import classes from './Section.module.css'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

type Step = 'setup' | 'disable' | 'codes' | null

/** Returns the second step of the sign-in: to turn on, to turn off and to renew its recovery codes. */
export function TwoFactorPanel({ isOn, onChanged }: { readonly isOn: boolean; readonly onChanged: () => void }) {
  const { t } = useTexts('profile')
  const [step, setStep] = useState<Step>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { run: disable } = useChange(DisableTwoFactorDocument)
  const { run: renew } = useChange(NewRecoveryCodesDocument)
  const close = () => setStep(null)
  const showCodes = (shown: readonly string[]) => {
    setStep(null)
    setCodes(shown)
    onChanged()
  }
  return (
    <Section title={t('twoFactor.title')} text={t('twoFactor.text')}>
      <div className={classes['row']}>
        {isOn ? (
          <>
            <span className={classes['on']}>
              <Icon name="check" size={16} /> {t('twoFactor.isOn')}
            </span>
            <ActionButton onClick={() => setStep('codes')}>{t('twoFactor.newCodes')}</ActionButton>
            <ActionButton isDanger onClick={() => setStep('disable')}>
              {t('twoFactor.turnOff')}
            </ActionButton>
          </>
        ) : (
          <ActionButton onClick={() => setStep('setup')}>{t('twoFactor.turnOn')}</ActionButton>
        )}
      </div>
      {step === 'setup' && <TwoFactorSetup onClose={close} onCodes={showCodes} />}
      {step === 'disable' && (
        <PasswordDialog
          title={t('twoFactor.turnOffTitle')}
          text={t('twoFactor.turnOffText')}
          action={t('twoFactor.turnOff')}
          isDanger
          onClose={close}
          onPassword={async (password) => {
            const problems = (await disable({ password })).problems
            if (problems.length > 0) return problems
            close()
            onChanged()
            showToast(t('twoFactor.turnedOff'))
            return []
          }}
        />
      )}
      {step === 'codes' && (
        <PasswordDialog
          title={t('twoFactor.newCodes')}
          text={t('twoFactor.newCodesText')}
          action={t('twoFactor.newCodes')}
          onClose={close}
          onPassword={async (password) => {
            const answer = await renew({ password })
            if (answer.data != null) showCodes(answer.data.newRecoveryCodes)
            return answer.problems
          }}
        />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}

import { passwordRules } from '#engine/user/password.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { RuleList } from '#web/ui/form/RuleList.tsx'
import type { BoundField } from '#web/ui/form/fieldOf.ts'
import { sentenceOf } from './accountAnswer.view.ts'
import { useIdentityTexts } from './texts.ts'

type NewPasswordFieldProps = { readonly label: string; readonly field: BoundField<string, string>; readonly hasRules?: boolean }

/** Returns the field for a new password, its rules ticked while it is typed. */
export function NewPasswordField({ label, field, hasRules = true }: NewPasswordFieldProps) {
  const texts = useIdentityTexts()
  const rules = passwordRules(field.value).map((rule) => ({ text: sentenceOf(texts, rule), isMet: rule.isMet }))
  return (
    <PasswordField
      {...field}
      label={label}
      isNew
      showLabel={texts.show}
      hideLabel={texts.hide}
      {...(hasRules && { help: <RuleList rules={rules} metLabel={texts.ruleMet} /> })}
    />
  )
}

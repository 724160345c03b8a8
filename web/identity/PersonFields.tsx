import type { BoundField } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { NAME_MAX_LENGTH } from '#engine/user/person.ts'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'

type NameFieldsProps = { readonly firstName: BoundField<string, string>; readonly lastName: BoundField<string, string> }

/** Returns the fields for name and surname, beside each other where there is room. */
export function NameFields({ firstName, lastName }: NameFieldsProps) {
  const texts = useIdentityTexts()
  return (
    <div className={classes['beside']}>
      <TextField {...firstName} label={texts.firstName} autoComplete="given-name" maxLength={NAME_MAX_LENGTH} />
      <TextField {...lastName} label={texts.lastName} autoComplete="family-name" maxLength={NAME_MAX_LENGTH} />
    </div>
  )
}

/** Returns the field for a phone number; the prefix of the chosen country shows how it begins. */
export function PhoneField({ field, dialCode = '' }: { readonly field: BoundField<string, string>; readonly dialCode?: string }) {
  const texts = useIdentityTexts()
  return (
    <TextField
      {...field}
      label={texts.phone}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      {...(dialCode !== '' && { placeholder: `+${dialCode.replace(/^\+/, '')}` })}
    />
  )
}

import { tableProblems, trimmedValues } from '#engine/fields/fieldTable.ts'
import { PERSON_FIELDS, type PersonForm } from '#engine/user/personFields.ts'
import { SaveProfileDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { FormEnd } from './FormEnd.tsx'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

type Person = { readonly firstName: string; readonly lastName: string; readonly email: string; readonly phone?: string | null | undefined }

/** Returns the form for name, surname and phone. The address identifies the account and is fixed. */
export function PersonPanel({ person }: { readonly person: Person }) {
  const { t } = useTexts('profile')
  const { run: save } = useChange(SaveProfileDocument)
  const form = useForm<PersonForm>({
    initial: { firstName: person.firstName, lastName: person.lastName, phone: person.phone ?? '' },
    check: (values) => tableProblems(PERSON_FIELDS, values),
    save: async (values) => {
      const problems = (await save(trimmedValues(values))).problems
      showToast(problems.length === 0 ? t('saved') : t('message.saveFailed'))
      return problems
    },
  })
  const tell = (problem: FieldProblem) => problemText(t, problem)
  return (
    <Section title={t('person.title')}>
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        <div className={classes['beside']}>
          <TextField
            {...fieldOf(form, 'firstName', tell)}
            label={t('person.firstName')}
            autoComplete="given-name"
            maxLength={PERSON_FIELDS.firstName.rule.length.max}
          />
          <TextField
            {...fieldOf(form, 'lastName', tell)}
            label={t('person.lastName')}
            autoComplete="family-name"
            maxLength={PERSON_FIELDS.lastName.rule.length.max}
          />
        </div>
        <div className={classes['beside']}>
          <TextField {...fieldOf(form, 'phone', tell)} label={t('person.phone')} type="tel" autoComplete="tel" maxLength={40} />
          <TextField
            name="email"
            label={t('person.email')}
            value={person.email}
            onChange={() => {}}
            isReadOnly
            help={t('person.emailHelp')}
          />
        </div>
        <FormEnd form={form} label={t('save')} />
      </form>
    </Section>
  )
}

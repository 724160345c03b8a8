import { useId, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { foldText } from '#web/ui/foldText.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { AssignableWorkCenter } from './people.ts'
import classes from './WorkCenterChoice.module.css'

/** From so many on there is a field to find one. */
const SEARCH_FROM = 9

type WorkCenterChoiceProps = {
  readonly workCenters: readonly AssignableWorkCenter[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
  readonly isDisabled?: boolean
  readonly error?: string | null | undefined
}

/** Returns the work centers of an operator to tick: an operator sees and runs these and no other (G-23). */
export function WorkCenterChoice({ workCenters, chosen, onChange, isDisabled = false, error }: WorkCenterChoiceProps) {
  const { t } = useTexts('user')
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = foldText(search)
  const shown = workCenters.filter(({ name }) => foldText(name).includes(wanted))
  const isWrong = error != null && error !== ''
  return (
    <fieldset className={classes['choice']} aria-describedby={`${id}-help${isWrong ? ` ${id}-error` : ''}`}>
      <legend>{t('field.workCenters')}</legend>
      <p id={`${id}-help`} className={classes['help']}>
        {workCenters.length === 0 ? t('workCenters.none') : t('workCenters.help', { chosen: chosen.length, all: workCenters.length })}
      </p>
      {workCenters.length >= SEARCH_FROM && (
        <TextField name="findWorkCenter" type="search" label={t('workCenters.find')} value={search} onChange={setSearch} />
      )}
      {workCenters.length > 0 && (
        <div className={classes['list']}>
          {shown.map((workCenter) => (
            <CheckField
              key={workCenter.id}
              name={`workCenter-${workCenter.id}`}
              label={workCenter.name}
              isChecked={chosen.includes(workCenter.id)}
              isDisabled={isDisabled}
              onChange={(isChecked) => onChange(isChecked ? [...chosen, workCenter.id] : chosen.filter((one) => one !== workCenter.id))}
            />
          ))}
          {shown.length === 0 && <p>{t('workCenters.notFound')}</p>}
        </div>
      )}
      {isWrong && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

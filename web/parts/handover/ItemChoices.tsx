import { useId, useState } from 'react'
import { useQuery } from 'urql'
import { HandoverChoicesDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Handover.module.css'

type ItemChoicesProps = {
  readonly workCenterId: number
  /** The shift by which the item is due, as `dueOf` reads it; empty = the next one. */
  readonly due: string
  readonly isBusy: boolean
  readonly isEmpty: boolean
  readonly onDue: (due: string) => void
  readonly onPerson: (ownerId: string) => void
}

/** Returns the choices of an open item: the person that it is for, and the shift by which it is due. Without a connection they are left out. */
export function ItemChoices({ workCenterId, due, isBusy, isEmpty, onDue, onPerson }: ItemChoicesProps) {
  const { t } = useTexts('handover')
  const format = useFormat()
  const [person, setPerson] = useState('')
  const [personId, dueId] = [useId(), useId()]
  const [{ data }] = useQuery({ query: HandoverChoicesDocument, variables: { workCenterId }, requestPolicy: 'cache-and-network' })
  const people = (data?.handoverChoices.people ?? []).filter(({ fullName }) => fullName !== '')
  const shifts = data?.handoverChoices.shifts ?? []
  return (
    <>
      {people.length > 0 && (
        <div className={classes['choices']}>
          <label htmlFor={personId} className="hidden-text">
            {t('person')}
          </label>
          <select
            id={personId}
            className={classes['select']}
            value={person}
            onChange={({ currentTarget }) => setPerson(currentTarget.value)}
          >
            <option value="">{t('choosePerson')}</option>
            {people.map(({ id, fullName }) => (
              <option key={id} value={id}>
                {fullName}
              </option>
            ))}
          </select>
          {data?.handoverChoices.hasMorePeople === true && <p className={classes['about']}>{t('morePeople', { shown: people.length })}</p>}
          <ActionButton isBusy={isBusy} isDisabled={isEmpty || person === ''} onClick={() => onPerson(person)}>
            {t('give')}
          </ActionButton>
        </div>
      )}
      {shifts.length > 0 && (
        <div className={classes['choices']}>
          <label htmlFor={dueId}>{t('due')}</label>
          <select id={dueId} className={classes['select']} value={due} onChange={({ currentTarget }) => onDue(currentTarget.value)}>
            <option value="">{t('dueNext')}</option>
            {shifts.map(({ shiftDate, shiftId, name, timeEnd }) => (
              <option key={timeEnd} value={`${shiftDate} ${shiftId}`}>
                {name}, {format.dateTime(Date.parse(timeEnd))}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  )
}

/** Returns the due shift of an item from its choice; nothing for the next one. */
export function dueOf(due: string): { readonly dueShiftDate?: string; readonly dueShiftId?: number } {
  const [dueShiftDate, shiftId] = due.split(' ')
  return dueShiftDate === undefined || shiftId === undefined ? {} : { dueShiftDate, dueShiftId: Number(shiftId) }
}

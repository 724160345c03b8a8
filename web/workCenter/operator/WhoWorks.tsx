import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { StationPeopleDocument } from '#web/api/generated/graphql.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useViewer } from '#web/api/viewer.ts'
import { nameActingPerson, useActingPerson } from '#web/base/actingPerson.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './OperatorFrame.module.css'

/** Returns who works at the station, asked once a shift: what is said on this screen is theirs (domain.md S-37). Nothing for a person's own account. */
export function WhoWorks({ shift }: { readonly shift: WorkedShift | null }) {
  const { id, isStation } = useViewer()
  return isStation ? <Station stationId={id} shift={shift} /> : null
}

/** When the shift begins and ends in which somebody works here. */
export type WorkedShift = { readonly start: number; readonly end: number }

type StationProps = { readonly stationId: string; readonly shift: WorkedShift | null }

/** Out of shifts nobody is named for longer. */
const LONGEST_MS = 12 * HOUR_MS

function Station({ stationId, shift }: StationProps) {
  const shiftStart = shift?.start ?? null
  const { t } = useTexts('operator')
  const format = useFormat()
  const person = useActingPerson()
  const [{ data, fetching }] = useQuery({ query: StationPeopleDocument, requestPolicy: 'cache-and-network' })
  const people = (data?.stationPeople ?? [])
    .flatMap(({ user }) => (user == null ? [] : [user]))
    .toSorted((left, right) => format.compare(left.fullName, right.fullName))
  const isOld = person !== null && shiftStart !== null && person.shiftStart !== shiftStart
  const [isAsked, setAsked] = useState(person === null)
  const [askedFor, setAskedFor] = useState(shiftStart)
  // A new shift is asked anew; its people are others.
  if ((isOld || person === null) && askedFor !== shiftStart) {
    setAskedFor(shiftStart)
    setAsked(true)
  }
  useEffect(() => {
    if (isOld) nameActingPerson(null)
  }, [isOld])
  return (
    <>
      <button type="button" className={classes['who']} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        <Icon name="user" /> {person?.name ?? t('who.nobody')}
      </button>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title={t('who.title')} closeLabel={t('state.close')} isWide>
        {data !== undefined && people.length === 0 && <p>{t('who.none')}</p>}
        {data === undefined && fetching && <p role="status">{t('state.loading')}</p>}
        <ul className={classes['people']}>
          {people.map(({ id, fullName }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={person?.userId === id}
                onClick={() => {
                  const now = serverNow()
                  const until = shift !== null && shift.end > now ? shift.end : now + LONGEST_MS
                  nameActingPerson({ stationId, userId: id, name: fullName, shiftStart: shiftStart ?? 0, until })
                  setAsked(false)
                }}
              >
                {fullName}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

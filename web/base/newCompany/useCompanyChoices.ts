import { useMemo } from 'react'
import { useQuery } from 'urql'
import { CompanyChoicesDocument } from '#web/api/generated/graphql.ts'
import type { SelectOption } from '#web/ui/form/SelectField.tsx'

export type CompanyChoices = {
  readonly countries: readonly SelectOption[]
  readonly timeZones: readonly SelectOption[]
  readonly isLoading: boolean
  readonly isFailed: boolean
  retry(): void
}

/** Returns the countries and time zones to choose from, in the language of the page; a zone that is chosen already is among them, whatever its name. */
export function useCompanyChoices(chosenZone: string): CompanyChoices {
  const [{ data, fetching, error }, ask] = useQuery({ query: CompanyChoicesDocument })
  const countries = useMemo(() => (data?.countries ?? []).map(({ code, label }) => ({ value: code, label })), [data])
  const timeZones = useMemo(() => {
    const listed = (data?.timeZones ?? []).map(({ value, label, offset }) => ({
      value,
      label: offset === label ? label : `${label} (${offset})`,
    }))
    const isListed = chosenZone === '' || listed.some(({ value }) => value === chosenZone)
    return isListed ? listed : [{ value: chosenZone, label: chosenZone }, ...listed]
  }, [data, chosenZone])
  return {
    countries,
    timeZones,
    isLoading: data === undefined && fetching,
    isFailed: data === undefined && error !== undefined,
    retry: () => ask({ requestPolicy: 'network-only' }),
  }
}

import { useMemo } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'

/** A channel of a device: its type, and its number where there are several of the type. */
export type NamedSensor = { readonly type: string; readonly number: number; readonly name?: string | null | undefined }

type MeasuredSensor = { readonly type: string; readonly measurementUnit?: string | null | undefined }

export type SensorWords = {
  readonly typeName: (type: string) => string
  /** By the name that a person gave, else by the type, with the number from the second on. */
  readonly sensorName: (sensor: NamedSensor) => string
  /** In the current language. Counted units are those of the work center's output. Empty where devices differ. */
  readonly sensorUnit: (sensor: MeasuredSensor, outputUnit: string) => string
}

const COUNTERS = ['TOTAL_OUTPUT', 'ACCEPTED_OUTPUT', 'REJECTED_OUTPUT', 'DISCRETE_OUTPUT']

/** Returns how sensors and what they measure in are called. Needs `withTexts('sensorName', …)`. */
export function useSensorName(): SensorWords {
  const { t } = useTexts('sensorName')
  return useMemo(() => {
    const typeName = (type: string) => t(`sensorType.${type}`)
    return {
      typeName,
      sensorName: ({ type, number, name }) => {
        if (name != null && name !== '') return name
        return number > 1 ? t('numbered', { name: typeName(type), number }) : typeName(type)
      },
      sensorUnit: ({ type, measurementUnit }, outputUnit) =>
        COUNTERS.includes(type) ? outputUnit : t(`sensorUnit.${type}`, { output: outputUnit, defaultValue: measurementUnit ?? '' }),
    }
  }, [t])
}

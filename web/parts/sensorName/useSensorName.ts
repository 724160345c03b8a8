import { useTexts } from '#web/parts/problem/useTexts.ts'

/** A channel of a device: its type, and its number where there are several of the type. */
export type NamedSensor = { readonly type: string; readonly number: number; readonly name?: string | null | undefined }

/** Returns how sensors are called: by the name that a person gave, else by the type, with the number from the second on. Needs `withTexts('sensorName', …)`. */
export function useSensorName(): { readonly typeName: (type: string) => string; readonly sensorName: (sensor: NamedSensor) => string } {
  const { t } = useTexts('sensorName')
  const typeName = (type: string) => t(`sensorType.${type}`)
  return {
    typeName,
    sensorName: ({ type, number, name }) => {
      if (name != null && name !== '') return name
      return number > 1 ? t('numbered', { name: typeName(type), number }) : typeName(type)
    },
  }
}

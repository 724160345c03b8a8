import { FLAG, form, text } from '#engine/fields/fieldTable.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'

/** What people set of a sensor. */
export const SENSOR_FIELDS = {
  name: { column: 'name', rule: text(0, 200), api: 'String', about: 'Its name, null for the name of its type.' },
  color: {
    column: 'color',
    rule: form(/^#[0-9a-f]{6}$/i, '#2F9E44'),
    api: 'String',
    about: 'Colour of its lines, such as #2F9E44; null without a chosen one.',
  },
  isUiHidden: {
    column: 'is_ui_hidden',
    rule: FLAG,
    api: 'Boolean',
    about: 'Whether screens leave it out; it decides figures as any other.',
  },
} as const satisfies FieldTable

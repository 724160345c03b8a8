import { useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox, Input, Label, Text } from 'react-aria-components/ComboBox'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import fieldClasses from '#web/ui/form/Field.module.css'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { AriaLocale } from './AriaLocale.tsx'
import type { ComboFieldProps } from './ComboField.tsx'
import classes from './ComboField.module.css'
import { FIELD_WORDS } from './fieldWords.ts'
import { FormValue } from './FormValue.tsx'

/** Returns the field of `ComboField`, which loads it. */
export default function AriaComboField({
  name,
  value,
  options,
  onChange,
  onBlur,
  placeholder,
  isDisabled = false,
  ...field
}: ComboFieldProps) {
  const words = FIELD_WORDS[useFormat().locale]
  const [host, setHost] = useState<HTMLElement | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isWrong = field.error != null && field.error !== ''
  return (
    <AriaLocale>
      <ComboBox
        ref={setHost}
        className={fieldClasses['field'] ?? ''}
        defaultItems={options}
        value={value === '' ? null : value}
        disabledKeys={options.filter((one) => one.isDisabled === true).map((one) => one.value)}
        isDisabled={isDisabled}
        isInvalid={isWrong}
        validationBehavior="aria"
        allowsEmptyCollection
        onChange={(key) => {
          if (key !== null) onChange(String(key))
        }}
        {...(onBlur !== undefined && { onBlur })}
      >
        <Label className={fieldClasses['label'] ?? ''}>
          {field.label} {field.optional !== undefined && <span className={fieldClasses['optional']}>({field.optional})</span>}
        </Label>
        <div ref={box} className={classes['box']}>
          <FormValue name={name} value={value} host={box} control='[role="combobox"]' />
          <Input
            className={fieldClasses['input'] ?? ''}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder ?? ''}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button className={classes['open'] ?? ''}>
            <Icon name="chevron" size={16} />
          </Button>
        </div>
        {field.help !== undefined && (
          <Text slot="description" elementType="div" className={fieldClasses['help'] ?? ''}>
            {field.help}
          </Text>
        )}
        {isWrong && (
          <Text slot="errorMessage" elementType="p" className={fieldClasses['error'] ?? ''}>
            {field.error}
          </Text>
        )}
        {/* What lies outside an open dialog of the browser can be neither seen nor reached. */}
        {/* The provider that replaces this property is not exported by the package. */}
        {/* oxlint-disable-next-line typescript/no-deprecated */}
        <Popover className={classes['panel'] ?? ''} UNSTABLE_portalContainer={host?.closest('dialog') ?? document.body}>
          <ListBox<ComboFieldProps['options'][number]>
            className={classes['list'] ?? ''}
            renderEmptyState={() => <p className={classes['none']}>{words.nothingFound}</p>}
          >
            {(option) => (
              <ListBoxItem id={option.value} textValue={option.label} className={classes['option'] ?? ''}>
                <span>{option.label}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </AriaLocale>
  )
}

import { useState, type ComponentProps } from 'react'

import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Field, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'

type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'className' | 'style' | 'id' | 'size' | 'required'
>

/** `lg` is for the pages with one centred card. */
type Size = { size?: 'md' | 'lg' | undefined }

/** Field for one line of text; takes every attribute of a native input. */
export function TextField({ size, ...props }: Native<'input'> & FieldTexts & Size) {
  const { texts, native } = split(props)
  return (
    <Field {...texts}>
      {(input) => <input {...native} {...input} className={look('input', size)} />}
    </Field>
  )
}

/** Field for several lines of text. */
export function TextAreaField(props: Native<'textarea'> & FieldTexts) {
  const { texts, native } = split(props)
  return (
    <Field {...texts}>{(input) => <textarea {...native} {...input} className="input" />}</Field>
  )
}

type PasswordFieldProps = Omit<Native<'input'>, 'type'> &
  FieldTexts &
  Size & { showLabel: string; hideLabel: string }

/** Password field with a button that shows or hides the text. */
export function PasswordField({ size, showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const { texts, native } = split(props)
  return (
    <Field {...texts}>
      {(input) => (
        <div className="input-wrap">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...native}
            {...input}
            type={shown ? 'text' : 'password'}
            className={look('input', size)}
          />
          <span className="suffix">
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={shown ? hideLabel : showLabel}
              size="sm"
              aria-controls={input.id}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  )
}

/** A choice from a list; the options are native `option` elements. */
export function SelectField({ size, ...props }: Native<'select'> & FieldTexts & Size) {
  const { texts, native } = split(props)
  return (
    <Field {...texts}>
      {(input) => (
        <span className="select-wrap">
          <select {...native} {...input} className={look('select', size)} />
          <Icon name="down" size={18} />
        </span>
      )}
    </Field>
  )
}

function look(base: 'input' | 'select', size: Size['size']) {
  return classes(base, size === 'lg' && 'large')
}

function split<Props extends FieldTexts>(props: Props) {
  const { label, hint, error, required, optional, action, ...native } = props
  return { texts: { label, hint, error, required, optional, action }, native }
}

import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { IconButton } from './button.tsx'
import {
  dateLayout,
  dateOfDigits,
  type DatePart,
  type DateStyle,
  digitsOfDate,
  isExistingDate,
  latinDigits,
  padded,
  PART_LENGTH,
  PART_RANGE,
  type PartLayout,
  pastedDate,
  steppedPart,
  typedInto,
} from './date-parts.ts'
import { Field, type FieldTexts, type InputProps } from './field.tsx'

type DateFieldProps = FieldTexts & {
  /** The language whose order of day, month and year the field has. */
  language: string
  /** Order and names of the parts in a language that the browser does not know. */
  dateStyle?: DateStyle | undefined
  /** A day such as 2026-11-21, one with missing parts such as `2026--`, or an empty text. */
  value: string
  /** Receives the day after every change, complete or not, existing or not. */
  onChange: (value: string) => void
  /** Error of an incomplete or impossible date, shown once the focus has left the field. */
  wrongText: string
  /** Name of the button that opens the browser's calendar. */
  calendarLabel: string
  /** What the browser may fill in, such as `bday`. */
  autoComplete?: string
}

/**
 * A date in the order of a language: three spin buttons, and the browser's calendar. The browser's own date field has
 * the order of the browser's language.
 *
 * Source: WAI-ARIA Authoring Practices, "Spinbutton Pattern", example "Date Picker Spin Button".
 */
export function DateField({ value, wrongText, error, ...props }: DateFieldProps) {
  const { language, dateStyle, onChange, calendarLabel, autoComplete, ...texts } = props
  const [isLeft, setLeft] = useState(true)
  const isWrong = isLeft && value !== '' && !isExistingDate(value)
  return (
    <Field {...texts} error={error ?? (isWrong ? wrongText : undefined)}>
      {(input) => (
        <div
          role="group"
          className="input date-field"
          aria-labelledby={`${input.id}-label`}
          aria-describedby={input['aria-describedby']}
          data-invalid={input['aria-invalid']}
          onFocus={() => setLeft(false)}
          onBlur={({ currentTarget, relatedTarget }) =>
            setLeft(!currentTarget.contains(relatedTarget))
          }
        >
          <Parts {...{ input, language, dateStyle, value, onChange, autoComplete }} />
          <Calendar value={value} label={calendarLabel} onChange={onChange} />
        </div>
      )}
    </Field>
  )
}

type PartsProps = Pick<DateFieldProps, 'language' | 'dateStyle' | 'value' | 'onChange'> & {
  input: InputProps
  autoComplete: string | undefined
}

function Parts({ input, language, dateStyle, value, onChange, autoComplete }: PartsProps) {
  const layout = dateLayout(language, dateStyle)
  const digits = digitsOfDate(value)
  const paste = (event: ClipboardEvent) => {
    const pasted = pastedDate(event.clipboardData.getData('text'), layout)
    if (pasted === null) return
    event.preventDefault()
    onChange(dateOfDigits(pasted))
  }
  return (
    <span className="date-parts" onPaste={paste}>
      {layout.map((one, index) => (
        <Part
          key={one.part}
          layout={one}
          input={index === 0 ? input : { ...input, id: `${input.id}-${one.part}` }}
          autoComplete={autoComplete === undefined ? 'off' : `${autoComplete}-${one.part}`}
          digits={digits[one.part]}
          onChange={(changed) => onChange(dateOfDigits({ ...digits, [one.part]: changed }))}
        />
      ))}
    </span>
  )
}

type PartProps = {
  layout: PartLayout
  input: InputProps
  autoComplete: string
  digits: string
  onChange: (digits: string) => void
}

function Part({ layout, input, autoComplete, digits, onChange }: PartProps) {
  const { part, name, placeholder, sign } = layout
  const [least, most] = PART_RANGE[part]
  return (
    <>
      <input
        {...input}
        {...useTyping(part, digits, onChange)}
        role="spinbutton"
        type="text"
        inputMode="numeric"
        autoComplete={autoComplete}
        size={Math.max(PART_LENGTH[part], placeholder.length)}
        aria-label={name}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={digits === '' ? undefined : Number(digits)}
        placeholder={placeholder}
        value={digits}
      />
      {sign !== '' && <span aria-hidden="true">{sign}</span>}
    </>
  )
}

/** Handlers of a part. All of its digits stay selected, so that the next digit replaces what is shown. */
function useTyping(part: DatePart, digits: string, onChange: (digits: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  /** The digits typed since the part has the focus. */
  const typed = useRef('')
  useLayoutEffect(() => {
    if (document.activeElement === ref.current) ref.current?.select()
  }, [digits])
  const take = (text: string) => {
    const added = addedTo(digits, text)
    if (text === '') put('')
    if (added === '') return
    const { fitting, isWhole } = typedInto(part, added.length > 1 ? added : typed.current + added)
    typed.current = isWhole ? '' : fitting
    onChange(padded(part, Number(fitting)))
    if (isWhole) goTo(ref.current, 1)
  }
  const put = (whole: string) => {
    typed.current = ''
    onChange(whole)
  }
  return {
    ref,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => take(target.value),
    onFocus: ({ target }: FocusEvent<HTMLInputElement>) => {
      typed.current = ''
      target.select()
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => currentTarget.select(),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => press(event, { part, digits, put }),
  }
}

/** The new digits of a text, also on a keyboard that adds to the shown digits instead of replacing them. */
function addedTo(digits: string, text: string): string {
  const all = latinDigits(text)
  return digits !== '' && all.length > digits.length && all.startsWith(digits)
    ? all.slice(digits.length)
    : all
}

type Pressed = {
  part: DatePart
  digits: string
  put: (digits: string) => void
}

/** Handles a key of the spinbutton pattern, and keys that lead to the next or the previous part. */
function press(event: KeyboardEvent<HTMLInputElement>, { part, digits, put }: Pressed) {
  const [least, most] = PART_RANGE[part]
  const first = part === 'year' ? new Date().getFullYear() : least
  const field = event.currentTarget
  const forward = getComputedStyle(field).direction === 'rtl' ? -1 : 1
  const actions: Record<string, () => unknown> = {
    ArrowUp: () => put(steppedPart(part, digits, 1, first)),
    ArrowDown: () => put(steppedPart(part, digits, -1, first)),
    Home: () => put(padded(part, least)),
    End: () => put(padded(part, most)),
    ArrowRight: () => goTo(field, forward),
    ArrowLeft: () => goTo(field, forward === 1 ? -1 : 1),
    '.': () => goTo(field, 1),
    '/': () => goTo(field, 1),
    '-': () => goTo(field, 1),
    ...(digits === '' && { Backspace: () => goTo(field, -1) }),
  }
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}

/** Moves the focus to the next or the previous part, if there is one. */
function goTo(part: HTMLInputElement | null, by: 1 | -1) {
  const parts = [...(part?.parentElement?.querySelectorAll<HTMLElement>(PARTS) ?? [])]
  parts[parts.indexOf(part!) + by]?.focus()
}

const PARTS = '[role="spinbutton"]'

type CalendarProps = { value: string; label: string; onChange: (value: string) => void }

/** Opens the calendar of the browser, for mouse and touch. */
function Calendar({ value, label, onChange }: CalendarProps) {
  const native = useRef<HTMLInputElement>(null)
  return (
    <span className="date-calendar">
      <input
        ref={native}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        max={`${PART_RANGE.year[1]}-12-31`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <IconButton
        icon="calendar"
        size="sm"
        label={label}
        onClick={() => native.current?.showPicker()}
      />
    </span>
  )
}

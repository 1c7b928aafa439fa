import { useId, useRef, type ComponentProps, type FormEvent, type KeyboardEvent } from 'react'

import { Button, buttonClass, IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { TextField } from '../text-field.tsx'

type FilterInputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'pattern' | 'maxLength'
> & {
  /** What is filtered, such as "Who". */
  name: string
  /** How it is matched, or in which zone an instant is. */
  hint?: string
  /** As the input has it. Undefined: the filter is not set. */
  value: string | undefined
  /** How a value is shown in the chip, where that is not the value itself. */
  shown?: string | undefined
  /** The button that sets the filter. */
  applyLabel: string
  /** Names the button that removes the filter. */
  clearLabel: string
  onChange: (value: string | undefined) => void
}

/** A filter whose value is typed: like a `FilterChip`, with a field in place of the list. Escape closes it. */
export function FilterInput(props: FilterInputProps) {
  const { name, value, shown = value, clearLabel, onChange } = props
  const id = useId()
  const isSet = value !== undefined
  return (
    <span className={classes('filter-chip', isSet && 'filter-set')}>
      <span className="menu-host">
        <button
          type="button"
          className={classes(buttonClass({ variant: 'ghost' }), 'menu-button')}
          popoverTarget={id}
        >
          {isSet ? (
            <>
              <span className="muted">{name}</span> <b className="ellipsis">{shown}</b>
            </>
          ) : (
            <>
              <Icon name="plus" size={14} />
              {name}
            </>
          )}
        </button>
        <FilterForm key={value} id={id} {...props} />
      </span>
      {isSet && (
        <IconButton icon="close" size="sm" label={clearLabel} onClick={() => onChange(undefined)} />
      )}
    </span>
  )
}

function FilterForm({
  id,
  name,
  hint,
  value,
  applyLabel,
  onChange,
  shown: _shown,
  clearLabel: _clearLabel,
  ...input
}: FilterInputProps & { id: string }) {
  const form = useRef<HTMLFormElement>(null)
  const close = () => {
    form.current?.hidePopover()
    form.current?.parentElement?.querySelector('button')?.focus()
  }
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('value') ?? '').trim()
    close()
    onChange(typed === '' ? undefined : typed)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <form
      ref={form}
      id={id}
      className="menu filter-form"
      popover="auto"
      onToggle={({ newState }) => {
        if (newState === 'open') form.current?.querySelector('input')?.select()
      }}
      onKeyDown={leave}
      onSubmit={apply}
    >
      <TextField {...input} label={name} hint={hint} name="value" defaultValue={value ?? ''} />
      <Button type="submit" size="sm">
        {applyLabel}
      </Button>
    </form>
  )
}

import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'

import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** As wide as its container. */
  block?: boolean | undefined
  /** As wide as it is high, for an icon alone. */
  square?: boolean | undefined
}

type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'style'>

type ButtonProps = NativeButton &
  ButtonLook & {
    icon?: IconName | undefined
    /** Keeps width and focus, shows `busyLabel` and ignores presses. */
    busy?: boolean | undefined
    busyLabel?: string | undefined
    /** Keeps the button focusable, ignores presses, and is read out as the reason. */
    disabledReason?: string | undefined
  }

/** The classes of a button, for the links of a router. */
export function buttonClass({ variant = 'secondary', size = 'md', block, square }: ButtonLook) {
  return classes(
    'button',
    `button-${variant}`,
    size === 'sm' && 'button-small',
    size === 'lg' && 'button-large',
    block && 'button-block',
    square && 'button-icon',
  )
}

/** A button. The main action of a view is `primary`. */
export function Button({
  variant,
  size,
  block,
  square,
  icon,
  busy = false,
  busyLabel,
  disabledReason,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const held = busy || disabledReason !== undefined
  const iconSize = size === 'sm' ? 16 : 18
  return (
    <>
      <button
        aria-disabled={held || undefined}
        aria-describedby={disabledReason === undefined ? undefined : reasonId}
        {...rest}
        type={type}
        className={buttonClass({ variant, size, block, square })}
        aria-busy={busy || undefined}
        onClick={held ? refuse : onClick}
      >
        <Face shown={!busy}>
          {icon && <Icon name={icon} size={iconSize} />}
          {children}
        </Face>
        {(busy || busyLabel !== undefined) && (
          <Face shown={busy}>
            <Spinner />
            {busyLabel ?? children}
          </Face>
        )}
      </button>
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}

/** Both faces lie in one grid cell, so the button is as wide as the wider one at all times. */
function Face({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span className="button-face" aria-hidden={!shown || undefined}>
      {children}
    </span>
  )
}

/** Also stops Enter in a field, which presses the submit button. */
function refuse(event: MouseEvent) {
  event.preventDefault()
}

type IconButtonProps = Omit<NativeButton, 'children'> & {
  icon: IconName
  label: string
  variant?: 'secondary' | 'ghost'
  size?: 'sm' | 'md'
  /** A mark on the corner, such as a `Count`. */
  badge?: ReactNode
}

/** A button with an icon; `label` is its name and tooltip. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  badge,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, square: true })}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={size === 'sm' ? 18 : 20} />
      {badge && <span className="button-badge">{badge}</span>}
    </button>
  )
}

import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'

import { classes } from './classes.ts'
import { buttonClass, type ButtonLook } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type MenuProps = {
  /** What the button shows. */
  trigger: ReactNode
  /** Accessible name of the button, where `trigger` is no text. */
  label?: string
  look?: ButtonLook
  /** Two columns from 768 px, for long lists. */
  columns?: 1 | 2
  /** `MenuItem` elements, or `MenuGroup` elements with them. */
  children: ReactNode
}

/** A button that opens a list of links and buttons. Arrow keys move, Escape closes. */
export function Menu({
  trigger,
  label,
  look = { variant: 'ghost' },
  columns = 1,
  children,
}: MenuProps) {
  const id = useId()
  const { button, list, open, setOpen, close, onKeyDown, onBlur } = useMenu()
  return (
    <div className="menu-host" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={classes(buttonClass(look), 'menu-button')}
        aria-label={label}
        aria-expanded={open}
        popoverTarget={id}
      >
        {trigger}
      </button>
      <ul
        ref={list}
        id={id}
        className={classes('menu', columns === 2 && 'columns-2')}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={close}
      >
        {children}
      </ul>
    </div>
  )
}

/** The open state of a menu and its keys. */
function useMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState(false)

  const close = () => {
    list.current?.hidePopover()
    button.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      // Otherwise a dialog around the menu closes too.
      event.preventDefault()
      return close()
    }
    const items = itemsOf(list.current)
    const index = items.findIndex((item) => item === document.activeElement)
    const next = nextItem(event.key, items, index)
    if (!next) return
    event.preventDefault()
    if (!open) list.current?.showPopover()
    next.focus()
  }

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) list.current?.hidePopover()
  }

  return { button, list, open, setOpen, close, onKeyDown, onBlur }
}

type MenuItemProps = {
  icon?: IconName
  /** Marks the chosen item. */
  current?: boolean
  /** Draws the link or the button around the content. */
  render: (content: ReactNode) => ReactNode
  children: ReactNode
}

/** One line of a `Menu`: `render={(content) => <a href="/x">{content}</a>}`. */
export function MenuItem({ icon, current = false, render, children }: MenuItemProps) {
  return (
    <li className={current ? 'current' : undefined}>
      {render(
        <>
          {icon && <Icon name={icon} size={18} />}
          {children}
          {current && <Icon name="check" size={18} />}
        </>,
      )}
    </li>
  )
}

type MenuGroupProps = {
  title: string
  /** `MenuItem` elements. */
  children: ReactNode
}

/** Items of a `Menu` under a heading. The arrow keys pass through all groups. */
export function MenuGroup({ title, children }: MenuGroupProps) {
  const id = useId()
  return (
    <li>
      <div role="group" aria-labelledby={id}>
        <span id={id} className="menu-heading">
          {title}
        </span>
        <ul>{children}</ul>
      </div>
    </li>
  )
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)') ?? [])
}

function nextItem(key: string, items: readonly HTMLElement[], index: number) {
  const last = items.length - 1
  if (key === 'ArrowDown') return items[index === last ? 0 : index + 1]
  if (key === 'ArrowUp') return items.at(index <= 0 ? last : index - 1)
  if (key === 'Home' && index >= 0) return items[0]
  if (key === 'End' && index >= 0) return items[last]
  return undefined
}

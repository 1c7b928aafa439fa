import {
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'

import { IconButton } from './button.tsx'
import { classes } from './classes.ts'

/** Content that wants to close the window calls `close`: `onClose` comes after the leave animation. */
type Content = ReactNode | ((close: () => void) => ReactNode)

type WindowProps = {
  title: ReactNode
  closeLabel: string
  /** Called after the leave animation; unmount the window then. */
  onClose: () => void
  children: Content
}

type DialogProps = WindowProps & {
  /** A line under the title. */
  hint?: ReactNode
  /** For tables. */
  wide?: boolean
  /** A panel at the end side of the page with a fixed head and foot. */
  panel?: boolean
  footer?: Content
}

/** A window above the page, a bottom sheet on phones. It is open while it is mounted. */
export function Dialog({
  title,
  hint,
  wide = false,
  panel = false,
  closeLabel,
  onClose,
  children,
  footer,
}: DialogProps) {
  const titleId = useId()
  const { close, ...modal } = useModal(onClose)
  return (
    <dialog
      {...modal}
      className={classes('dialog', wide && 'wide', panel && 'panel')}
      aria-labelledby={titleId}
    >
      <div className="dialog-head">
        <div className="stack gap-1">
          <h2 className="heading-2" id={titleId}>
            {title}
          </h2>
          {hint && <p className="meta">{hint}</p>}
        </div>
        <IconButton icon="close" label={closeLabel} onClick={close} />
      </div>
      <div className="dialog-body" tabIndex={panel ? 0 : undefined}>
        {show(children, close)}
      </div>
      {footer && <div className="dialog-foot">{show(footer, close)}</div>}
    </dialog>
  )
}

type DrawerProps = WindowProps & {
  /** Accessible name, where the title is more than a name. */
  label?: string
  /** `start` is for the menu, `end` for everything else. */
  side?: 'start' | 'end'
  /** Stands before the close button. */
  action?: Content
}

/** A panel from the side of the page. It is open while it is mounted. */
export function Drawer({
  side = 'end',
  label,
  title,
  action,
  closeLabel,
  onClose,
  children,
}: DrawerProps) {
  const titleId = useId()
  const { close, ...modal } = useModal(onClose)
  return (
    <dialog
      {...modal}
      className={`drawer from-${side}`}
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
    >
      <div className="drawer-head">
        {label === undefined ? (
          <h2 className="heading-2 grow" id={titleId}>
            {title}
          </h2>
        ) : (
          <div className="grow">{title}</div>
        )}
        {show(action, close)}
        <IconButton icon="close" label={closeLabel} onClick={close} />
      </div>
      <div className="drawer-body">{show(children, close)}</div>
    </dialog>
  )
}

function show(content: Content, close: () => void): ReactNode {
  return typeof content === 'function' ? content(close) : content
}

/** Opens a native dialog while it is mounted, and restores the focus afterwards. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const isShown = useShownModal(ref)

  const close = async () => {
    const dialog = ref.current
    if (!dialog || 'leaving' in dialog.dataset) return
    dialog.dataset['leaving'] = ''
    await Promise.allSettled(animationsOf(dialog).map(({ finished }) => finished))
    if (isShown.current) onClose()
  }

  return {
    ref,
    close: () => void close(),
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      void close()
    },
    // The browser closes the dialog itself after a second Escape.
    onClose: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      if (target === currentTarget && !currentTarget.open && isShown.current) onClose()
    },
    // The content covers the dialog, so a press on the dialog itself is a press on the backdrop.
    onMouseDown: (event: MouseEvent) => {
      if (event.target === event.currentTarget) void close()
    },
  }
}

/**
 * Shows a dialog while its page is shown, and says whether it is. While the page behind a link in the dialog loads, the dialog's page is
 * hidden and its dialog closed. The close event comes later, and its handler would navigate back.
 */
function useShownModal(ref: RefObject<HTMLDialogElement | null>): RefObject<boolean> {
  const isShown = useRef(false)
  useLayoutEffect(() => {
    const dialog = ref.current!
    const opener = document.activeElement
    dialog.showModal()
    isShown.current = true
    return () => {
      isShown.current = false
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [ref])
  return isShown
}

function animationsOf(dialog: HTMLElement): Animation[] {
  return dialog.getAnimations?.() ?? []
}

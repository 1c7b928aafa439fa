import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'

import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

/** Source: NAV-034. */
const SHOWN_MS = 3000
/** Older ones are no longer listed. */
const MOST_PAST = 20

type Message = {
  title: string
  text?: string | undefined
  /** Shown under the text, such as a retry link. The message then stays until it is closed. */
  action?: ReactNode
}
type Closing = Message & {
  /** Closes after so long, 3 s by default. */
  forMs?: number
  /** Whether it asks the reader to do something: it stays until the reader closes it. */
  asksReader?: boolean
}
type Toast = Message & { id: number; kind: 'success' | 'wait' | 'error'; forMs?: number }

/** What `useToast` gives. Source: NAV-033, NAV-034; decisions C11.33. */
export type Toaster = {
  success: (message: Closing) => void
  /** Stays until the returned function is called. */
  wait: (message: Message) => () => void
  error: (message: Closing) => void
}

/** A message that has closed by itself. */
type PastNotice = Pick<Toast, 'id' | 'kind' | 'title' | 'text'> & {
  /** Units: epoch milliseconds. */
  readonly at: number
}

type Past = { readonly notices: readonly PastNotice[]; readonly forget: () => void }

const ToasterContext = createContext<Toaster | null>(null)
const PastContext = createContext<Past>({ notices: [], forget: () => {} })

/** The toasts of the enclosing `ToastProvider`. */
export function useToast(): Toaster {
  const toaster = useContext(ToasterContext)
  if (!toaster) throw new Error('useToast needs a ToastProvider around it')
  return toaster
}

/** The messages that have closed by themselves, the newest first. Source: decisions C11.33. */
export const usePastNotices = (): Past => useContext(PastContext)

/** Holds the toasts and draws them; wrap the whole app in it. */
export function ToastProvider({
  closeLabel,
  children,
}: {
  closeLabel: string
  children: ReactNode
}) {
  const { toasts, toaster, remove, past } = useToasts()
  const region = useTopLayer(toasts)
  const cards = (urgent: boolean) =>
    toasts
      .filter(({ kind }) => (kind === 'error') === urgent)
      .map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          closeLabel={closeLabel}
          onClose={remove}
          onPassed={past.add}
        />
      ))
  return (
    <ToasterContext value={toaster}>
      <PastContext value={past.value}>{children}</PastContext>
      <div ref={region} className="toasts" popover="manual">
        <div role="status">{cards(false)}</div>
        <div role="alert">{cards(true)}</div>
      </div>
    </ToasterContext>
  )
}

function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const lastId = useRef(0)
  const past = usePast()

  const remove = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  )

  const toaster = useMemo<Toaster>(() => {
    const add = (toast: Omit<Toast, 'id'>) => {
      const id = ++lastId.current
      setToasts((shown) => [...shown, { ...toast, id }])
      return () => remove(id)
    }
    return {
      success: (message) => void add(closing(message, 'success')),
      wait: (message) => add({ ...message, kind: 'wait' }),
      error: (message) => void add(closing(message, 'error')),
    }
  }, [remove])
  return { toasts, toaster, remove, past }
}

const closing = (
  { forMs = SHOWN_MS, asksReader = false, ...message }: Closing,
  kind: 'success' | 'error',
): Omit<Toast, 'id'> =>
  asksReader || message.action !== undefined ? { ...message, kind } : { ...message, kind, forMs }

function usePast() {
  const [notices, setNotices] = useState<readonly PastNotice[]>([])
  const forget = useCallback(() => setNotices([]), [])
  const add = useCallback(({ id, kind, title, text }: Toast) => {
    const notice = { id, kind, title, text, at: Date.now() }
    setNotices((earlier) => [notice, ...earlier].slice(0, MOST_PAST))
  }, [])
  const value = useMemo(() => ({ notices, forget }), [notices, forget])
  return { add, value }
}

/** Keeps the toasts above dialogs: the element that opened last is on top. */
function useTopLayer(toasts: readonly Toast[]) {
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    // Browsers without popovers use the fixed position.
    region.current?.hidePopover?.()
    region.current?.showPopover?.()
  }, [newest])
  return region
}

type ToastCardProps = {
  toast: Toast
  closeLabel: string
  onClose: (id: number) => void
  /** Receives a message whose time is over. */
  onPassed: (toast: Toast) => void
}

const LOOKS = { success: 'done', wait: 'wait', error: 'failed' } as const

function ToastCard({ toast, closeLabel, onClose, onPassed }: ToastCardProps) {
  const { id, kind, title, text, action, forMs } = toast
  useEffect(() => {
    if (forMs === undefined) return undefined
    const timer = setTimeout(() => {
      onClose(id)
      onPassed(toast)
    }, forMs)
    return () => clearTimeout(timer)
  }, [toast, id, forMs, onClose, onPassed])
  return (
    <div className={`toast ${LOOKS[kind]}`}>
      {kind === 'wait' ? <Spinner /> : <Icon name={kind === 'error' ? 'failed' : 'done'} />}
      <div className="grow">
        <b className="medium-weight">{title}</b>
        {text && <p className="meta">{text}</p>}
        {action}
      </div>
      {kind !== 'wait' && (
        <IconButton icon="close" size="sm" label={closeLabel} onClick={() => onClose(id)} />
      )}
    </div>
  )
}

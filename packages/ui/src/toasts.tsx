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
const SUCCESS_MS = 3000

type Message = {
  title: string
  text?: string | undefined
  /** Shown under the text, such as a retry link. */
  action?: ReactNode
}
type Toast = Message & { id: number; kind: 'success' | 'wait' | 'error'; forMs?: number }

/** What `useToast` gives. Source: NAV-033. */
export type Toaster = {
  /** Closes after `forMs`, 3 s by default. */
  success: (message: Message & { forMs?: number }) => void
  /** Stays until the returned function is called. */
  wait: (message: Message) => () => void
  /** Stays until it is closed, or for `forMs`. */
  error: (message: Message & { forMs?: number }) => void
}

const ToasterContext = createContext<Toaster | null>(null)

/** The toasts of the enclosing `ToastProvider`. */
export function useToast(): Toaster {
  const toaster = useContext(ToasterContext)
  if (!toaster) throw new Error('useToast needs a ToastProvider around it')
  return toaster
}

/** Holds the toasts and draws them; wrap the whole app in it. */
export function ToastProvider({
  closeLabel,
  children,
}: {
  closeLabel: string
  children: ReactNode
}) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const lastId = useRef(0)

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
      success: (message) => void add({ forMs: SUCCESS_MS, ...message, kind: 'success' }),
      wait: (message) => add({ ...message, kind: 'wait' }),
      error: (message) => void add({ ...message, kind: 'error' }),
    }
  }, [remove])

  const region = useTopLayer(toasts)
  const cards = (urgent: boolean) =>
    toasts
      .filter(({ kind }) => (kind === 'error') === urgent)
      .map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onClose={remove} />
      ))

  return (
    <ToasterContext value={toaster}>
      {children}
      <div ref={region} className="toasts" popover="manual">
        <div role="status">{cards(false)}</div>
        <div role="alert">{cards(true)}</div>
      </div>
    </ToasterContext>
  )
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

type ToastCardProps = { toast: Toast; closeLabel: string; onClose: (id: number) => void }

const LOOKS = { success: 'ok', wait: 'wait', error: 'bad' } as const

function ToastCard({ toast, closeLabel, onClose }: ToastCardProps) {
  const { id, kind, title, text, action, forMs } = toast
  useEffect(() => {
    if (forMs === undefined) return undefined
    const timer = setTimeout(() => onClose(id), forMs)
    return () => clearTimeout(timer)
  }, [id, forMs, onClose])
  return (
    <div className={`toast ${LOOKS[kind]}`}>
      {kind === 'wait' ? <Spinner /> : <Icon name={kind === 'error' ? 'failed' : 'done'} />}
      <div className="grow">
        <b className="med">{title}</b>
        {text && <p className="meta">{text}</p>}
        {action}
      </div>
      {kind !== 'wait' && (
        <IconButton icon="close" size="sm" label={closeLabel} onClick={() => onClose(id)} />
      )}
    </div>
  )
}

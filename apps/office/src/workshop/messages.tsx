import {
  Button,
  Dialog,
  Drawer,
  EmptyNotice,
  ErrorNotice,
  FullMessage,
  Loader,
  Note,
  Skeleton,
  SkeletonRows,
  SkeletonText,
  useToast,
  VisuallyHidden,
} from '@partner-office/ui'
import { useState } from 'react'

import { Section } from './section.tsx'

const TONES = ['grey', 'blue', 'orange', 'red', 'green'] as const

/** Notes and states of a list. */
export function Messages() {
  return (
    <>
      <Section title="Note">
        {TONES.map((tone) => (
          <Note key={tone} tone={tone} action={<Button size="sm">Open</Button>}>
            <b>{tone}</b> A short message about the content around it.
          </Note>
        ))}
      </Section>
      <Section title="Notices">
        <ErrorNotice title="Data could not be loaded" retryLabel="Retry" onRetry={() => {}} />
        <ErrorNotice
          title="Loading again"
          text="The server could not answer."
          retryLabel="Retry"
          busy
          onRetry={() => {}}
        />
        <EmptyNotice title="No bonuses yet" hint="Each bonus appears here once it is credited." />
      </Section>
    </>
  )
}

/** Placeholders, and what stands above or instead of a page. */
export function Overlays() {
  return (
    <>
      <Section title="Placeholders">
        <Skeleton width={160} height={24} />
        <SkeletonText lines={3} />
        <SkeletonRows rows={2} height={40} />
        <Loader label="Loading" delay={0} />
        <VisuallyHidden>Read out, and not shown</VisuallyHidden>
      </Section>
      <Section title="Toasts">
        <Toasts />
      </Section>
      <Section title="Windows">
        <Windows />
      </Section>
      <Section title="FullMessage">
        <FullMessage
          icon="warning"
          title="The page could not be loaded"
          text="The server could not answer."
          detail="Code internal_server_error, 14:32 UTC"
          actions={<Button variant="primary">Retry</Button>}
        />
      </Section>
    </>
  )
}

function Toasts() {
  const toast = useToast()
  return (
    <div className="in-row wrap">
      <Button onClick={() => toast.success({ title: 'Copied' })}>success</Button>
      <Button onClick={() => toast.wait({ title: 'Sending', text: 'This takes a moment.' })}>
        wait
      </Button>
      <Button onClick={() => toast.error({ title: 'The server could not answer.' })}>error</Button>
    </div>
  )
}

const WINDOWS = ['dialog', 'wide dialog', 'panel', 'drawer', 'menu drawer'] as const
type Kind = (typeof WINDOWS)[number]

function Windows() {
  const [open, setOpen] = useState<Kind | null>(null)
  return (
    <>
      <div className="in-row wrap">
        {WINDOWS.map((kind) => (
          <Button key={kind} onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
      </div>
      {open !== null && <OpenWindow kind={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function OpenWindow({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const shared = { title: `A ${kind}`, closeLabel: 'Close', onClose }
  if (kind === 'drawer') return <Drawer {...shared}>The content of a drawer.</Drawer>
  if (kind === 'menu drawer') {
    return (
      <Drawer {...shared} side="start">
        The content of a drawer.
      </Drawer>
    )
  }
  return (
    <Dialog
      {...shared}
      wide={kind === 'wide dialog'}
      panel={kind === 'panel'}
      hint="A line under the title"
      footer={(close) => (
        <Button variant="primary" onClick={close}>
          OK
        </Button>
      )}
    >
      The content of a window.
    </Dialog>
  )
}

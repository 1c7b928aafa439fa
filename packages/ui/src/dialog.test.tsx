// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode, Suspense, use, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { Dialog, Drawer } from './dialog.tsx'
import { installTopLayer } from './testing/top-layer.ts'

beforeAll(installTopLayer)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Host() {
  const [open, setOpen] = useState(false)
  return (
    <StrictMode>
      <button type="button" onClick={() => setOpen(true)}>
        Remove
      </button>
      {open && (
        <Dialog
          title="Remove file?"
          closeLabel="Close"
          onClose={() => setOpen(false)}
          footer={(close) => (
            <button type="button" onClick={close}>
              Keep
            </button>
          )}
        >
          <p>It is taken out.</p>
        </Dialog>
      )}
    </StrictMode>
  )
}

async function openDialog() {
  render(<Host />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'Remove file?' })
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('a dialog that is hidden while another page loads does not close itself', async () => {
  // As browsers do: the event comes after the commit that hides the dialog.
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    this.open = false
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  })
  const closed = vi.fn<() => void>()
  const never = new Promise<never>(() => {})
  const NextPage = (): ReactNode => use(never)
  const page = (isLeft: boolean) => (
    <Suspense fallback="Loading">
      <Dialog title="Files" closeLabel="Close" onClose={closed}>
        <a href="#next">Next page</a>
      </Dialog>
      {isLeft && <NextPage />}
    </Suspense>
  )
  const { rerender } = render(page(false))
  rerender(page(true))
  expect(await screen.findByText('Loading')).not.toBeNull()
  await act(async () => {})
  expect(closed).not.toHaveBeenCalled()
})

test('a dialog takes the focus and restores it, whichever way it closes', async () => {
  const ways = [
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    () => userEvent.click(screen.getByRole('button', { name: 'Keep' })),
    (dialog: Element) => fireEvent(dialog, new Event('cancel', { cancelable: true })),
    (dialog: Element) => fireEvent.mouseDown(dialog),
  ]
  for (const way of ways) {
    const dialog = await openDialog()
    expect(dialog.contains(document.activeElement)).toBe(true)
    await way(dialog)
    await gone()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' }))
    cleanup()
  }
})

test('a click on the content does not close', async () => {
  const dialog = await openDialog()
  fireEvent.mouseDown(screen.getByText('It is taken out.'))
  expect(dialog.open).toBe(true)
  expect('leaving' in dialog.dataset).toBe(false)
})

test('onClose is called only after the leave animation', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const onClose = vi.fn<() => void>()
  render(
    <Drawer title="News" closeLabel="Close" onClose={onClose}>
      text
    </Drawer>,
  )
  const drawer = screen.getByRole<HTMLDialogElement>('dialog', { name: 'News' })
  drawer.getAnimations = () => [{ finished } as unknown as Animation]
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect('leaving' in drawer.dataset).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => finish())
  expect(onClose).toHaveBeenCalledOnce()
})

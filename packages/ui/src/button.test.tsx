// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SyntheticEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { Button } from './button.tsx'

afterEach(cleanup)

test('a busy button is announced, keeps its size and ignores a second click', async () => {
  const submit = vi.fn<(event: SyntheticEvent) => void>((event) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} busyLabel="Sending">
        Send
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(submit).toHaveBeenCalledTimes(1)

  rerender(form(true))
  const button = screen.getByRole('button', { name: 'Sending' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  await userEvent.type(screen.getByLabelText('Name'), 'x{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
})

test('a button with a reason stays focusable, ignores clicks and is described by the reason', async () => {
  const press = vi.fn<() => void>()
  render(
    <Button disabledReason="2 documents left" onClick={press}>
      Accept
    </Button>,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Accept', description: '2 documents left' })
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
})

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { PasswordField, TextField } from './text-field.tsx'

afterEach(cleanup)

test('a field is named by its label and described by hint and error', () => {
  render(<TextField label="Name" hint="As in the passport" error="Enter a name." required />)
  const input = screen.getByRole('textbox', {
    name: 'Name',
    description: 'As in the passport Enter a name.',
  })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.')
})

test('the eye shows and hides the password, and its label names the next action', async () => {
  render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" defaultValue="secret" />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(input.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(input.type).toBe('password')
})

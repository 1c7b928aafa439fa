// @vitest-environment jsdom
import { CatchBoundary } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { withTexts } from '../testing/texts.tsx'
import { AppError } from './app-error.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a failure outside of the pages is a message in the reader’s language with a way on', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = (): never => {
    throw new Error('secret detail')
  }
  render(
    withTexts(
      <CatchBoundary getResetKey={() => ''} errorComponent={AppError}>
        <Broken />
      </CatchBoundary>,
    ),
  )
  const message = within(screen.getByRole('main')).getByRole('alert')
  expect(message.textContent).toContain('This page cannot be shown')
  expect(message.textContent).not.toContain('secret detail')
  expect(within(message).getByRole('button', { name: 'Retry' })).toBeDefined()
})

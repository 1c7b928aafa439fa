// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'

import { translator } from './texts.ts'
import { useDocumentTitle } from './use-document-title.ts'

const Page = ({ title, children }: { title: string; children?: ReactNode }) => {
  useDocumentTitle(title)
  return children
}
const Step = ({ title }: { title: string }) => {
  useDocumentTitle(title, 'subject')
  return null
}
const inOffice = (page: ReactNode) => (
  <I18nextProvider i18n={translator('en', { 'common.product': 'Office' })}>{page}</I18nextProvider>
)

afterEach(cleanup)

test('WCAG 2.4.2 the title names step, page and product, and follows each change', () => {
  const { rerender } = render(inOffice(<Page title="Payout" />))
  expect(document.title).toBe('Payout · Office')
  rerender(
    inOffice(
      <Page title="Payout">
        <Step title="Amount" />
      </Page>,
    ),
  )
  expect(document.title).toBe('Amount · Payout · Office')
  rerender(
    inOffice(
      <Page title="Auszahlung">
        <Step title="Code" />
      </Page>,
    ),
  )
  expect(document.title).toBe('Code · Auszahlung · Office')
  rerender(inOffice(<Page title="Team" />))
  expect(document.title).toBe('Team · Office')
})

test('of two subjects the later one counts, until it goes; a subject named like its page stands once', () => {
  const { rerender } = render(
    inOffice(
      <>
        <Step title="Team" />
        <Page title="Team" />
      </>,
    ),
  )
  expect(document.title).toBe('Team · Office')
  rerender(
    inOffice(
      <>
        <Step title="Team" />
        <Page title="Team" />
        <Step title="Failed" />
      </>,
    ),
  )
  expect(document.title).toBe('Failed · Team · Office')
  rerender(inOffice(null))
  expect(document.title).toBe('Office')
})

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { answerCalls } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { TicketFiles } from './ticket-files.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  [false, null, ''],
  [
    true,
    'true',
    'A file could not be used. Send complete files without a password and without scripts. An image may have at most 120 megapixels. ',
  ],
])(
  'files that the server refused (%s) are an error of their field',
  async (isRefused, ...shown) => {
    answerCalls({})
    const file = new File(['<script>'], 'a.png')
    const page = () => <TicketFiles files={[file]} isRefused={isRefused} onChange={() => {}} />
    showPage(openTestOffice(), page)
    const field = await screen.findByLabelText('Attach files')
    const described = field.getAttribute('aria-describedby')!.split(' ')
    const description = described.map((id) => document.getElementById(id)!.textContent).join(' ')
    const limits = 'Up to 5 files, each under 15 MB. PDF, PNG, JPEG, BMP, TIFF.'
    expect([field.getAttribute('aria-invalid'), description.replace(limits, '')]).toEqual(shown)
  },
)

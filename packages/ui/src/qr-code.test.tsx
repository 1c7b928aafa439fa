// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { QRCodeSVG } from 'qrcode.react'
import { afterEach, expect, test } from 'vitest'

import { QrCode } from './qr-code.tsx'

afterEach(cleanup)

const TEXT = 'https://office.example.test/en/registration/K7M2QX'

test('NAV-041 a QR code is drawn at size 180 with error correction level Q', () => {
  render(<QrCode text={TEXT} label="Sign-up link" />)
  const code = screen.getByRole('img', { name: 'Sign-up link' })
  expect(code.getAttribute('width')).toBe('180')
  expect(code.getAttribute('height')).toBe('180')
  const modules = code.lastElementChild!.getAttribute('d')
  for (const [level, isSame] of [
    ['M', false],
    ['Q', true],
    ['H', false],
  ] as const) {
    const { container } = render(<QRCodeSVG value={TEXT} level={level} marginSize={4} />)
    expect(container.querySelector('path:last-of-type')!.getAttribute('d') === modules, level).toBe(
      isSame,
    )
  }
})

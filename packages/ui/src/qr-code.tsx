import { QRCodeSVG } from 'qrcode.react'

/** Units: pixels. Source: requirements NAV-041. */
const SIZE = 180
const LEVEL = 'Q'

/** A text as a QR code, dark on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <QRCodeSVG value={text} title={label} role="img" size={SIZE} level={LEVEL} marginSize={4} />
  )
}

import { Button } from './button.tsx'
import { QrCode } from './qr-code.tsx'

type SecretCodeProps = {
  secret: string
  otpauthUrl: string
  texts: {
    /** The name of the QR code. */
    readonly code: string
    /** Above the secret as letters. */
    readonly byHand: string
    readonly copy: string
  }
  onCopy: () => void
}

/** The secret of an authenticator as a QR code, and as letters in groups of four. */
export function SecretCode({ secret, otpauthUrl, texts, onCopy }: SecretCodeProps) {
  return (
    <div className="qr-box">
      <div className="qr-code">
        <QrCode text={otpauthUrl} label={texts.code} />
      </div>
      <div className="stack gap-3">
        <p className="subdued">{texts.byHand}</p>
        <p className="secret">
          {(secret.match(/.{1,4}/g) ?? []).map((four, at) => (
            <span key={at}>{four}</span>
          ))}
        </p>
        <div className="in-row">
          <Button size="sm" icon="copy" onClick={onCopy}>
            {texts.copy}
          </Button>
        </div>
      </div>
    </div>
  )
}

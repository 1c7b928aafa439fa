import { IconButton } from '../button.tsx'

const GROUP = /.{1,4}/g
const LINE_GROUPS = 8

type ProofHashProps = {
  hash: string
  copyLabel: string
  onCopy: () => void
}

/** A hash in groups of four, 32 digits a line, with a button that copies it. */
export function ProofHash({ hash, copyLabel, onCopy }: ProofHashProps) {
  const groups = hash.match(GROUP) ?? []
  const lines = Array.from({ length: Math.ceil(groups.length / LINE_GROUPS) }, (_, line) =>
    groups.slice(line * LINE_GROUPS, (line + 1) * LINE_GROUPS).join(' '),
  )
  return (
    <span className="proof">
      <span className="proof-hash">
        {lines.map((line, at) => (
          <span key={at} className="proof-line">
            {line}{' '}
          </span>
        ))}
      </span>
      <IconButton icon="copy" size="sm" label={copyLabel} onClick={onCopy} />
    </span>
  )
}

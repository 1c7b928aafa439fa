const MOST_WHOLE = 14

/** The beginning and the end of a long address or hash; the whole of it is in the title. */
export function Shortened({ text }: { readonly text: string }) {
  const shown = text.length > MOST_WHOLE ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
  return (
    <bdi className="digits" dir="ltr" title={text}>
      {shown}
    </bdi>
  )
}

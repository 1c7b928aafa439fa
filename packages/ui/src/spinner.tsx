/** A turning ring, beside a text that says what is loading. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}

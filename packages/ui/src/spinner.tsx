/** A turning ring; a text next to it says what is going on. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}

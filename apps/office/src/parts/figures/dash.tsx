/** Shown in place of a missing value, which must not look like zero. */
export function Dash() {
  return <span className="muted">–</span>
}

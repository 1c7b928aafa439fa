/** In place of what there is not: it must not read as zero. */
export function Dash() {
  return <span className="mut">–</span>
}

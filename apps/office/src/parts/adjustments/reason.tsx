import './adjustments.css'

/** What operators wrote for the partner, with its lines and its direction. */
export function Reason({ text }: { readonly text: string }) {
  return (
    <p className="given-reason">
      <bdi>{text}</bdi>
    </p>
  )
}

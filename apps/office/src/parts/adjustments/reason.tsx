import './adjustments.css'

/** What operators wrote for the partner, in lines and direction of its own. */
export function Reason({ text }: { readonly text: string }) {
  return (
    <p className="given-reason" dir="auto">
      {text}
    </p>
  )
}

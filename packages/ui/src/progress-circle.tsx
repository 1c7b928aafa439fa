/** Source: requirements NAV-042; radius 45. */
const CIRCUMFERENCE = 282.6
const RADIUS = 45

/** One percentage as a small ring, from the top in the reading direction. */
export function ProgressCircle({ percent, label }: { percent: number; label: string }) {
  return (
    <svg className="progress-circle" viewBox="0 0 100 100" role="img" aria-label={label}>
      <circle cx="50" cy="50" r={RADIUS} />
      <circle
        className="reached"
        cx="50"
        cy="50"
        r={RADIUS}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={(CIRCUMFERENCE * (100 - percent)) / 100}
        transform="rotate(-90 50 50)"
      />
    </svg>
  )
}

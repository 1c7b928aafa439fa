/** The logo of the product. It is never mirrored; the name is beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="var(--ink)" />
      <path
        d="M9 7h10l4 6-9 9-9-9z M5 13h18 M14 22 10.5 13 14 7l3.5 6z"
        fill="none"
        stroke="var(--on-ink)"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}

import { memo } from 'react'

import { classes } from './classes.ts'
import { gemDrawing } from './gem-drawing.ts'

type GemProps = {
  /** Code of the rank; an unknown code has a grey gem. */
  code: string
  size?: number
  /** For future ranks, in the strip of all ranks only. */
  dimmed?: boolean
}

/** The gem of a rank. It is never mirrored; the name of the rank is always beside it. */
export const Gem = memo(function Gem({ code, size = 24, dimmed = false }: GemProps) {
  const { facets, edge, outline, lines } = gemDrawing(code)
  return (
    <svg
      className={classes('rank-gem', dimmed && 'dimmed')}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {facets.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
      {edge && <path d={edge} stroke="var(--gem-edge)" />}
      {outline && <path d={outline} stroke="currentColor" strokeWidth="1.6" />}
      {lines && <path d={lines} stroke="currentColor" strokeWidth="1.2" opacity=".55" />}
    </svg>
  )
})

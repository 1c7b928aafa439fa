import { useLayoutEffect, useRef } from 'react'

import { cleanContent } from './clean-content.ts'
import './written-content.css'

/** Text that somebody has written elsewhere, such as a post: cleaned, in whatever direction it has itself. */
export function WrittenContent({ html }: { readonly html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => ref.current?.replaceChildren(cleanContent(html)), [html])
  return <div ref={ref} dir="auto" className="written-content" />
}

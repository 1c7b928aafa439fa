import type { ReactNode } from 'react'

import { FrontLayout } from './front-layout.tsx'

/** A message instead of a page, below the public header. */
export function MessagePage({ children }: { children: ReactNode }) {
  return <FrontLayout>{children}</FrontLayout>
}

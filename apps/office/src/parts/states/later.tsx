import { type ReactNode, startTransition, useEffect, useState } from 'react'

type LaterProps = {
  /** Keeps the room until then. */
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/** Draws its content in small steps after the parts around it, so that the window answers in between. */
export function Later({ placeholder, children }: LaterProps) {
  const [isTime, setTime] = useState(false)
  useEffect(() => startTransition(() => setTime(true)), [])
  return isTime ? children : placeholder
}

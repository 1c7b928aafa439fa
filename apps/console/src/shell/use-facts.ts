import { useEffect } from 'react'

import { useConsole } from '../lib/console.ts'
import { readFacts } from '../lib/read-facts.ts'

const EVERY_MS = 30_000

/** Keeps what every page shows up to date. Source: requirements OPR-006, APR-012. */
export function useFacts(): void {
  const { api, session } = useConsole()
  useEffect(() => {
    const timer = setInterval(() => void readFacts({ api, session }), EVERY_MS)
    return () => clearInterval(timer)
  }, [api, session])
}

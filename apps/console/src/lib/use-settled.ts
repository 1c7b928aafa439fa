import { useEffect, useState } from 'react'

/** The wait after the last key before the service is asked. Units: milliseconds. */
const WAIT_MS = 250

/** What was typed, once nothing more has been typed for a moment: the service is then asked about it, not after every key. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(value), WAIT_MS)
    return () => clearTimeout(waiting)
  }, [value])
  return settled
}

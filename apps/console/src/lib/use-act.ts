import { CallFailed, mayBeDone } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** An act whose answer was lost, and which the service, asked again, has not done. */
export class NotDone extends Error {}

type Options<Values, Result> = {
  readonly send: (values: Values) => Promise<Result>
  /** Reads what became of the act: its result; null when it was not done. */
  readonly lookUp: (values: Values) => Promise<Result | null>
  readonly onDone: (result: Result, values: Values) => void
}

export type Act<Values> = {
  readonly run: (values: Values) => void
  readonly isBusy: boolean
  /** The answer was lost, and the service is asked what became of the act. */
  readonly isLookingUp: boolean
  readonly error: Error | null
  readonly forget: () => void
}

/** The wait before the service is asked again. Units: milliseconds. */
const WAIT_MS = 2_000

/**
 * Does an act once. When its answer is lost, what became of it is read before anything is said, however long that takes; the
 * act is never sent twice.
 *
 * Source: requirements SCR-008.
 */
export function useAct<Values, Result>({
  send,
  lookUp,
  onDone,
}: Options<Values, Result>): Act<Values> {
  const [isLookingUp, setLookingUp] = useState(false)
  const act = useMutation<Result, Error, Values>({
    mutationFn: async (values) => {
      try {
        return await send(values)
      } catch (error) {
        if (!mayBeDone(error)) throw error
        setLookingUp(true)
        const found = await untilAnswered(() => lookUp(values)).finally(() => setLookingUp(false))
        if (found === null) throw new NotDone()
        return found
      }
    },
    onSuccess: onDone,
  })
  return {
    run: (values) => {
      if (!act.isPending) act.mutate(values)
    },
    isBusy: act.isPending,
    isLookingUp,
    error: act.error,
    forget: act.reset,
  }
}

/** Asks until the service answers; a refusal is an answer. */
async function untilAnswered<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    await new Promise((done) => setTimeout(done, WAIT_MS))
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallFailed) || !mayBeDone(error)) throw error
    }
  }
}

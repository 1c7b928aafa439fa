import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { doOnce } from './do-once.ts'

type Options<Values, Result> = {
  readonly send: (values: Values) => Promise<Result>
  /** Reads what became of the act: its result; null when it was not done. */
  readonly lookUp: (values: Values) => Promise<Result | null>
  /** The act is busy until this is done. */
  readonly onDone: (result: Result, values: Values) => void | Promise<void>
}

export type Act<Values> = {
  readonly run: (values: Values) => void
  readonly isBusy: boolean
  /** The answer was lost, and the service is asked what became of the act. */
  readonly isLookingUp: boolean
  readonly error: Error | null
  /** What the act that runs, or has failed, was about. */
  readonly about: Values | undefined
}

/** An act of a button: sent once, and looked up when its answer is lost. Source: requirements SCR-008. */
export function useAct<Values, Result>({
  send,
  lookUp,
  onDone,
}: Options<Values, Result>): Act<Values> {
  const [isLookingUp, setLookingUp] = useState(false)
  const act = useMutation<Result, Error, Values>({
    mutationFn: (values) =>
      doOnce({
        send: () => send(values),
        lookUp: () => lookUp(values),
        onLookUp: () => setLookingUp(true),
      }).finally(() => setLookingUp(false)),
    onSuccess: onDone,
  })
  return {
    run: (values) => {
      if (!act.isPending) act.mutate(values)
    },
    isBusy: act.isPending,
    isLookingUp,
    error: act.error,
    about: act.variables,
  }
}

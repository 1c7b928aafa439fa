import { setTimeout as wait } from 'node:timers/promises'

/** Answers to calls of one kind. Units: milliseconds, from the time a call was due. */
export type Answers = {
  readonly times: readonly number[]
  readonly p99: number
  /** Answered with 503 and `Retry-After`. */
  readonly busy: number
  /** Neither answered nor turned away in good order. */
  readonly failed: readonly string[]
}

/** An answer of a service. */
export type Reply = {
  readonly statusCode: number
  readonly retryAfter: unknown
  readonly body: string
}

/** The parts of an injected response that are looked at. */
export const replyOf = ({
  statusCode,
  headers,
  body,
}: {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}): Reply => ({ statusCode, retryAfter: headers['retry-after'], body })

/** True when a call did what it was asked to do. */
export const isAnswered = ({ statusCode, body }: Reply): boolean =>
  statusCode === 200 && body.includes('"state":"success"')

/** Makes calls at a constant rate until the signal, however slowly they are answered. */
export async function callsAtRate(
  aSecond: number,
  end: AbortSignal,
  call: () => Promise<Reply>,
): Promise<Answers> {
  const times: number[] = []
  const failed: string[] = []
  let busy = 0
  const started = performance.now()
  const running: Promise<void>[] = []
  for (let turn = 0; !end.aborted; turn += 1) {
    const due = started + (turn * 1_000) / aSecond
    await wait(Math.max(0, due - performance.now()))
    const calling = async () => {
      const reply = await call()
      times.push(performance.now() - due)
      if (isAnswered(reply)) return
      if (reply.statusCode === 503 && reply.retryAfter !== undefined) busy += 1
      else failed.push(`${reply.statusCode} ${reply.body}`)
    }
    running.push(calling())
  }
  await Promise.all(running)
  times.sort((a, b) => a - b)
  return { times, p99: times[Math.floor(times.length * 0.99)]!, busy, failed }
}

import { CallFailed, failedWith, mayBeDone } from '@partner-office/web'

/** An act whose answer was lost, and which the service, asked again, has not done. */
class NotDone extends CallFailed {
  constructor() {
    super(failedWith('answer_lost'))
  }
}

type Once<Result> = {
  readonly send: () => Promise<Result>
  /** Reads what became of the act: its result; null when it was not done. */
  readonly lookUp: () => Promise<Result | null>
  readonly onLookUp?: () => void
}

/** The wait before the service is asked again. Units: milliseconds. */
const WAIT_MS = 2_000

/**
 * Sends an act once. When its answer is lost, what became of it is read, however long that takes.
 *
 * Refuses: with the refusal of the service; `answer_lost`, when it was not done.
 * Source: requirements SCR-008.
 */
export async function doOnce<Result>({ send, lookUp, onLookUp }: Once<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!mayBeDone(error)) throw error
    onLookUp?.()
    const found = await untilAnswered(lookUp)
    if (found === null) throw new NotDone()
    return found
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

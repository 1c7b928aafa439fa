/**
 * An accepted file of orders that is recorded in part: something failed, but nothing is lost.
 *
 * The rest is recorded by a job of the server, at the next start, or before the next work that needs the file as a whole.
 */
export class ImportUnfinished extends Error {
  override readonly name = 'ImportUnfinished'

  constructor({ recorded, orders }: { recorded: number; orders: number }, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The file is accepted, but only ${recorded} of its ${orders} orders are recorded yet. ` +
        `The rest follows by itself, at the latest at the next start. Do not import the file again. Reason: ${reason}`,
      { cause },
    )
  }
}

/** Why a command of `deploy/` does nothing: one line for the person who called it. */
export class Refused extends Error {}

/** Runs a command; a refusal becomes its one line and exit status 1, wrong words status 2. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error instanceof WrongWords ? 2 : 1
  }
}

/** A command that was called with wrong words. */
export class WrongWords extends Refused {}

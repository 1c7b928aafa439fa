import { Refusal } from '@partner-office/domain'

/** One problem of an input: its place, such as `ranks[3].turnover`, and what is accepted there. */
export type InputProblem = { readonly place: string; readonly problem: string }

/** A refused input with all of its problems; nothing was changed. */
export class InvalidInput extends Refusal {
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[]) {
    super('validation_error', { problems: problems.length })
    this.problems = problems
  }

  /** Refuses: when anything is wrong. */
  static refuseAny(problems: readonly InputProblem[]): void {
    if (problems.length > 0) throw new InvalidInput(problems)
  }
}

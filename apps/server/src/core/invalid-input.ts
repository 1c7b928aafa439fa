import { Refusal } from '@partner-office/domain'

/** Something wrong in what was handed in: where, such as `ranks[3].turnover`, and what is accepted. */
export type InputProblem = { readonly place: string; readonly problem: string }

/** Input that nothing was done with, and everything that is wrong with it. */
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

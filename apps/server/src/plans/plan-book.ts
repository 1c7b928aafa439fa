import { type PlanVersion, planAt } from '@partner-office/domain'

import type { Db } from '../db/database.ts'
import type { RulesSource } from '../network/network.ts'
import { figuresRules } from './figures-rules.ts'
import { readPlanVersions } from './read-plan-versions.ts'

/** Cache of the compensation plans; reads them again after a new version was loaded. */
export class PlanBook {
  #versions: readonly PlanVersion[] = []

  async versions(db: Db): Promise<readonly PlanVersion[]> {
    if ((await this.latest(db)) !== (this.#versions.at(-1)?.version ?? 0)) {
      this.#versions = await readPlanVersions(db)
    }
    return this.#versions
  }

  /** Reads all versions again: another history may have others under the same numbers. */
  forget(): void {
    this.#versions = []
  }

  /** The plan valid at an instant. */
  async at(db: Db, instant: number): Promise<PlanVersion> {
    return planAt(await this.versions(db), instant)
  }

  /** The plan that a stored record or order names. */
  async numbered(db: Db, number: number): Promise<PlanVersion> {
    return (await this.versions(db)).find(({ version }) => version === number)!
  }

  /** Number of the newest version. */
  async latest(db: Db): Promise<number> {
    const { version } = await db
      .selectFrom('plans')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirstOrThrow()
    return version ?? 0
  }

  /** Rules source for the network. */
  rulesSource(): RulesSource {
    return async (db) => {
      const plans = await this.versions(db)
      return { plans, figures: figuresRules(plans) }
    }
  }
}

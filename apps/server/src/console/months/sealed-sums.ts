import type { ProgrammeTotal } from '@partner-office/domain'

import type { StoredClosing } from '../../business/months/closing.ts'
import { readProgrammes } from '../../business/months/programme-sums.ts'
import type { Db } from '../../db/database.ts'

/** What sealed months have credited, by programme. A sealed month never changes, so each is counted once in a process. */
export class SealedSums {
  readonly #known = new Map<number, Promise<ProgrammeTotal[]>>()

  /** The totals of a closing; of one that is still being posted, those of now. */
  read(db: Db, closing: StoredClosing): Promise<ProgrammeTotal[]> {
    if (!closing.isSealed) return readProgrammes(db, closing)
    const known = this.#known.get(closing.id) ?? readProgrammes(db, closing)
    this.#known.set(closing.id, known)
    known.catch(() => this.#known.delete(closing.id))
    return known
  }
}

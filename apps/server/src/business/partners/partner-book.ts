import { telegramName } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'

/** Name and contacts of a partner. */
export type PartnerCard = Awaited<ReturnType<typeof readCards>>[number]

const MOST_KEPT = 20_000

/**
 * What was read of partners, for the next page that shows them. A partner whose row is changed, by whichever process, is
 * read anew: what is kept is as fresh as the figures of the network are when it is asked for. It is read at once, so that
 * pages that showed the partner are answered from memory while the database is away.
 */
export class PartnerBook {
  readonly #core: Core
  readonly #kept = new Map<number, PartnerCard>()
  /** Partners who were kept before their rows changed. */
  readonly #changed = new Set<number>()

  constructor(core: Core) {
    this.#core = core
    core.network.onPartnerChanged((partnerId) => this.#drop(partnerId))
    core.network.onStartedOver(() => this.#kept.clear())
  }

  /** The cards of partners there are, by id. */
  async cards(ids: Iterable<number>): Promise<ReadonlyMap<number, PartnerCard>> {
    const cards = new Map<number, PartnerCard>()
    const unknown = new Set<number>()
    for (const id of ids) {
      const kept = this.#kept.get(id)
      if (kept === undefined) unknown.add(id)
      else cards.set(id, kept)
    }
    if (unknown.size === 0) return cards
    const { network, database } = this.#core
    const before = network.change
    const read = await readCards(database.read, [...unknown])
    for (const card of read) cards.set(card.id, card)
    // A row that changed during the read may be the old one.
    if (network.change === before) this.#keep(read)
    return cards
  }

  #drop(partnerId: number): void {
    if (!this.#kept.delete(partnerId)) return
    this.#changed.add(partnerId)
    // All changes of one announcement are read together.
    if (this.#changed.size === 1) queueMicrotask(() => this.#readChanged())
  }

  /** A card that cannot be read now is read for the next page that shows it. */
  #readChanged(): void {
    const ids = [...this.#changed]
    this.#changed.clear()
    this.cards(ids).catch(() => {})
  }

  #keep(cards: readonly PartnerCard[]): void {
    for (const card of cards) this.#kept.set(card.id, card)
    // Those kept longest go first.
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) return
      this.#kept.delete(id)
    }
  }
}

async function readCards(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('partners')
    .select([
      'id',
      'firstName',
      'lastName',
      'avatar',
      'countryId as country',
      'inviteCode as invite',
      'telegram',
      'phone',
      'skype',
      'email',
      'facebook',
      'instagram',
      'viber',
      'wechat',
      'whatsapp',
      'hideContacts',
    ])
    // One array, since a statement takes only so many values and a way down may be longer.
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map((row) => ({ ...row, telegram: telegramName(row.telegram) }))
}

import type { Core } from '../../core/core.ts'

/**
 * Stores whether the partner's share-links block shows the link to the invite page.
 *
 * Source: requirements REF-003, API-010.
 */
export async function changeShowRefLink<const Shown extends 0 | 1>(
  { database }: Core,
  partnerId: number,
  showRefLink: Shown,
): Promise<{ showRefLink: Shown }> {
  await database.transaction((tx) =>
    tx
      .updateTable('partners')
      .set({ showRefLink: showRefLink === 1 })
      .where('id', '=', partnerId)
      .execute(),
  )
  return { showRefLink }
}

import { getRangCurrent, getTurnoverRang } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

/** The two ladders of ranks: the ordinary ladder and the ladder that pays bonuses. Source: decisions D-047. */
export type Ladder = 'ordinary' | 'bonus'

/** How long ranks and bonuses stay fresh in the cache. Source: requirements BON-013. */
export const RANKS_FRESH_MS = 5_000

/** Reads the caller's place on a ladder. Source: requirements RNK-018, RNK-019. */
export const rankStatusQuery = (api: Api, ladder: Ladder) =>
  queryOptions({
    queryKey: ['rank', ladder],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(
        () =>
          api.call('business', ladder === 'bonus' ? getTurnoverRang : getRangCurrent, { signal }),
        api.giveUpMs,
      ),
  })

const RANK_NAMES = {
  FREE: 'ranks.FREE',
  AMBER: 'ranks.AMBER',
  JADE: 'ranks.JADE',
  PEARL: 'ranks.PEARL',
  TOPAZ: 'ranks.TOPAZ',
  SAPPHIRE: 'ranks.SAPPHIRE',
  RUBY: 'ranks.RUBY',
  EMERALD: 'ranks.EMERALD',
  DIAMOND: 'ranks.DIAMOND',
  ULTIMA_DIAMOND: 'ranks.ULTIMA_DIAMOND',
  DOUBLE_ULTIMA_DIAMOND: 'ranks.DOUBLE_ULTIMA_DIAMOND',
  TRIPLE_ULTIMA_DIAMOND: 'ranks.TRIPLE_ULTIMA_DIAMOND',
} as const

/** The ranks of the shipped plan, from the lowest to the highest. */
export const RANK_CODES = Object.keys(RANK_NAMES)

/** The text key of a rank; a rank without a text is shown as its code. Source: requirements RNK-036 to RNK-038. */
export const rankNameKey = (code: string) =>
  RANK_NAMES[code as keyof typeof RANK_NAMES] ?? (code as 'ranks.FREE')

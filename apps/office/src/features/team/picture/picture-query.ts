import { getTeamPicture } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import type { PictureMeasure } from './picture-layout.ts'

/** A member's team as a tree, the largest lines first. Source: api.md section 2, "Team". */
export const pictureQuery = (api: Api, id: number, by: PictureMeasure) =>
  queryOptions({
    queryKey: ['team', 'picture', id, by],
    queryFn: ({ signal }) =>
      whenReady(
        () =>
          api.call('business', getTeamPicture, { query: { sponsorId: String(id), by }, signal }),
        api.giveUpMs,
      ),
  })

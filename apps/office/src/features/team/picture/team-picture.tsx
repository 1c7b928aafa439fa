import { LoadError, Loading } from '@partner-office/web'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/session/office.ts'
import { PATHS } from '../../../paths.ts'
import { ForgetSearch, isRefused } from '../forget-search.tsx'
import { useTeamSearch, type TeamSearchState } from '../lib/use-team-search.ts'
import { DrawnPicture } from './drawn-picture.tsx'
import type { PictureMeasure } from './picture-layout.ts'
import type { PictureSettings } from './picture-look.ts'
import { pictureQuery } from './picture-query.ts'
import './picture.css'

/** The team as a picture: the area of a line shows its turnover or its number of people. */
export function TeamPicture() {
  const { t } = useTranslation()
  const state = useTeamSearch(PATHS.teamTree, 'teamTurnover|desc')
  const [settings, onSettings] = useState<PictureSettings>({ measure: 'turnover', colour: 'rank' })
  const { own, shown } = usePictures(state, settings.measure)
  const failed = [own, shown].find(({ isError }) => isError)
  if (isRefused(state, { error: failed?.error ?? null }))
    return <ForgetSearch from={PATHS.teamTree} />
  if (failed === undefined && own.data && shown.data) {
    const data = { own: own.data.top, top: shown.data.top, isOld: shown.isPlaceholderData }
    return <DrawnPicture state={state} settings={settings} onSettings={onSettings} data={data} />
  }
  return (
    <section className="card picture" aria-label={t('team.tab.picture')}>
      {failed === undefined ? <Loading placeholder="fill" /> : <LoadError query={failed} />}
    </section>
  )
}

/** The picture of the shown team, and of the caller's own team, which all shares refer to. */
function usePictures({ search: { path }, isForeign }: TeamSearchState, measure: PictureMeasure) {
  const { api } = useOffice()
  const enabled = !isForeign
  const own = useQuery({ ...pictureQuery(api, path[0].id, measure), enabled })
  const shown = useQuery({
    ...pictureQuery(api, path.at(-1)!.id, measure),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { own, shown }
}

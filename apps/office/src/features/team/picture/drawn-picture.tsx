import { drilledDown, type PathStep } from '@partner-office/domain'
import { Button, EmptyNotice } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { Amount } from '../../../parts/figures/amount.tsx'
import { centsToEur } from '../../../parts/figures/eur.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { Icicle } from './icicle.tsx'
import { PictureHead } from './picture-head.tsx'
import { PictureLegend } from './picture-legend.tsx'
import { PictureList } from './picture-list.tsx'
import type { PictureSettings } from './picture-look.ts'
import { PicturePerson } from './picture-person.tsx'
import { PictureSentence } from './picture-sentence.tsx'
import { type PictureData, useDrawing } from './use-drawing.ts'
import { usePictureFormat } from './use-picture-format.ts'
import { ViewLink } from './view-link.tsx'

type DrawnPictureProps = {
  readonly state: TeamSearchState
  readonly settings: PictureSettings
  readonly onSettings: (settings: PictureSettings) => void
  readonly data: PictureData
}

/** A loaded picture, the selected member, a sentence, and the same figures as a list. */
export function DrawnPicture({ state, settings, onSettings, data }: DrawnPictureProps) {
  const { t } = useTranslation()
  const drawing = useDrawing(data, settings, state)
  const { top, isOld } = data
  const { look, fields, selected, steps, zoom, goUp } = drawing
  const isEmpty = fields.length === 0
  return (
    <>
      <section
        className="card stack gap-4 picture"
        aria-busy={isOld}
        aria-label={t('team.tab.picture')}
      >
        <PictureHead
          state={state}
          settings={settings}
          onSettings={onSettings}
          onUp={goUp}
          total={<Total size={drawing.size} isOwn={top.level === 0} settings={settings} />}
        />
        {isEmpty ? (
          <Nothing
            isAlone={top.teamSize === 0}
            onPeople={() => onSettings({ ...settings, measure: 'people' })}
          />
        ) : (
          <>
            <Icicle {...drawing} />
            <PictureLegend {...drawing} />
          </>
        )}
      </section>
      {!isEmpty && (
        <>
          <PicturePerson person={selected} leg={legOf(state, steps)} look={look}>
            {selected !== top && selected.flSize > 0 && (
              <Button variant="primary" size="sm" onClick={() => zoom(selected)}>
                {t('teamPicture.zoomIn')}
              </Button>
            )}
            <ViewLink
              to="teamTree"
              search={drilledDown(state.search, selected.flSize > 0 ? steps : steps.slice(0, -1))}
            >
              {t('teamPicture.openTree')}
            </ViewLink>
          </PicturePerson>
          <PictureSentence top={top} look={look} />
        </>
      )}
      {top.teamSize > 0 && <PictureList top={top} look={look} onZoom={zoom} />}
    </>
  )
}

type TotalProps = Pick<DrawnPictureProps, 'settings'> & {
  readonly size: bigint
  readonly isOwn: boolean
}

function Total({ size, isOwn, settings: { measure } }: TotalProps) {
  const { t } = useTranslation()
  const format = usePictureFormat()
  if (measure === 'people') return format.size(size, measure)
  return (
    <>
      <Amount amount={centsToEur(size)} currency="EUR" />{' '}
      {t(isOwn ? 'teamPicture.ofTeam' : 'teamPicture.ofLine')}
    </>
  )
}

type NothingProps = { readonly isAlone: boolean; readonly onPeople: () => void }

function Nothing({ isAlone, onPeople }: NothingProps) {
  const { t } = useTranslation()
  if (isAlone) {
    return <EmptyNotice title={t('team.nobody')} hint={t('teamTree.nobodyHint')} />
  }
  return (
    <EmptyNotice
      title={t('teamPicture.noTurnover')}
      hint={t('teamPicture.noTurnoverHint')}
      action={<Button onClick={onPeople}>{t('teamPicture.showPeople')}</Button>}
    />
  )
}

/** Name of the first-line member above the selected member; null where there is none. */
function legOf(state: TeamSearchState, steps: readonly PathStep[]): string | null {
  const [leg, ...below] = [...state.steps.slice(1), ...steps]
  return leg === undefined || below.length === 0 ? null : leg.name
}

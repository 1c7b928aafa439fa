import { Icon, IconButton, Segments } from '@partner-office/ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'
import { TeamPath } from '../team-path.tsx'
import type { PictureSettings } from './picture-look.ts'
import { ViewLink } from './view-link.tsx'

type PictureHeadProps = {
  readonly state: TeamSearchState
  readonly settings: PictureSettings
  readonly onSettings: (settings: PictureSettings) => void
  readonly onUp: () => void
  /** Size of the whole picture. */
  readonly total: ReactNode
}

/** Path, settings and links of the picture. */
export function PictureHead({ state, settings, onSettings, onUp, total }: PictureHeadProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="in-row between wrap">
        <TeamPath state={state} />
        <p className="meta">{total}</p>
      </div>
      <div className="in-row between wrap">
        <div className="in-row wrap gap-3">
          <Choice
            label={t('teamPicture.size')}
            value={settings.measure}
            options={[
              { value: 'turnover', text: t('teamPicture.turnover') },
              { value: 'people', text: t('teamPicture.people') },
            ]}
            onChange={(measure) => onSettings({ ...settings, measure })}
          />
          <Choice
            label={t('teamPicture.colour')}
            value={settings.colour}
            options={[
              { value: 'rank', text: t('team.rank') },
              { value: 'active', text: t('team.active') },
            ]}
            onChange={(colour) => onSettings({ ...settings, colour })}
          />
        </div>
        <Ways state={state} onUp={onUp} />
      </div>
    </>
  )
}

type ChoiceProps<Value extends string> = Omit<
  ComponentProps<typeof Segments<Value>>,
  'label' | 'labelledBy'
> & { readonly label: string }

function Choice<Value extends string>({ label, ...rest }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="stack gap-1">
      <span className="caption" id={id}>
        {label}
      </span>
      <Segments labelledBy={id} {...rest} />
    </div>
  )
}

function Ways({ state: { search }, onUp }: Pick<PictureHeadProps, 'state' | 'onUp'>) {
  const { t } = useTranslation()
  return (
    <div className="in-row only-tablet">
      <IconButton
        icon="up"
        variant="secondary"
        size="sm"
        label={t('teamPicture.up')}
        disabled={search.path.length === 1}
        onClick={onUp}
      />
      <ViewLink to="teamMy" search={{ ...search, scope: 'downline' }}>
        <Icon name="search" size={16} />
        {t('teamPicture.find')}
      </ViewLink>
    </div>
  )
}
